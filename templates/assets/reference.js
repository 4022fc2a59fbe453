// Shows the contract by Scalar. It asks this host alone: no fonts, no proxy, no agent, no telemetry of anybody.
(() => {
  const place = document.getElementById('reference');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  let key = null;
  try {
    // docs.js has put it there, for this tab alone.
    key = sessionStorage.getItem('masthead-docs-own-key');
  } catch {
    // Storage is switched off.
  }
  const configuration = () => ({
    url: place.dataset.contract,
    theme: 'none',
    layout: 'modern',
    // Each operation shows its own; by themselves they are parts of forms that tell nobody anything.
    hideModels: true,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Only keys of test environments may be typed into a page.
    hideTestRequestButton: place.dataset.tries !== 'yes',
    hideDarkModeToggle: true,
    forceDarkModeState: isDark.matches ? 'dark' : 'light',
    persistAuth: false,
    documentDownloadType: 'none',
    operationTitleSource: 'summary',
    defaultOpenAllTags: true,
    authentication: {
      preferredSecurityScheme: 'apiKey',
      ...(key === null ? {} : { securitySchemes: { apiKey: { username: key, password: '' } } }),
    },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
  /** Names what Scalar leaves without a name for those who do not see it. */
  const nameTheNameless = () => {
    for (const button of place.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
      button.setAttribute('aria-label', 'Copy');
    for (const button of place.querySelectorAll('button[aria-controls]:not([aria-label])')) {
      if (button.textContent.trim() === '') button.setAttribute('aria-label', 'Show or hide more');
    }
    for (const editor of place.querySelectorAll(
      '[role=combobox]:not([aria-label]), [role=textbox]:not([aria-label])',
    )) {
      editor.setAttribute('aria-label', 'Value');
    }
    for (const combobox of place.querySelectorAll('[role=combobox]:not([aria-expanded])'))
      combobox.setAttribute('role', 'textbox');
    // Lists that scroll must be reached by keyboard.
    for (const list of place.querySelectorAll('ul[aria-label$=endpoints]')) list.tabIndex = 0;
    for (const region of place.querySelectorAll('[role=region][aria-labelledby]')) region.removeAttribute('role');
  };
  new MutationObserver(nameTheNameless).observe(place, { childList: true, subtree: true });
  const reference = globalThis.Scalar.createApiReference(place, configuration());
  isDark.addEventListener('change', () => reference.updateConfiguration(configuration()));
})();
