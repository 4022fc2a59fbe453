// Shows the contract with Scalar. It sends requests to this host only: no fonts, proxy, agent or telemetry.
(() => {
  const place = document.getElementById('reference');
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  let key = null;
  try {
    // docs.js has stored it, for this tab only.
    key = sessionStorage.getItem('masthead-docs-own-key');
  } catch {
    // Storage is disabled.
  }
  /** A parameter with an example is sent; an optional one only once the reader ticks it, as one may not fit the others. */
  const withOptionalsUnticked = (document) => {
    const operations = Object.values(document.paths).flatMap((item) => [item, ...Object.values(item)]);
    const lists = operations.map(({ parameters }) => parameters ?? []).filter(Array.isArray);
    for (const parameter of [...lists.flat(), ...Object.values(document.components.parameters)]) {
      if (parameter.required === true || parameter.example === undefined) continue;
      parameter.examples = { example: { value: parameter.example, 'x-disabled': true } };
      delete parameter.example;
    }
    return document;
  };
  const configuration = (content) => ({
    content,
    theme: 'none',
    layout: 'modern',
    // Each operation shows its own schemas; the list of all is hidden.
    hideModels: true,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Only keys of test environments may be entered on the page.
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
  /** Adds the accessible names that Scalar leaves out. */
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
    // Scrolling lists must be reachable by keyboard.
    for (const list of place.querySelectorAll('ul[aria-label$=endpoints]')) list.tabIndex = 0;
    for (const region of place.querySelectorAll('[role=region][aria-labelledby]')) region.removeAttribute('role');
  };
  new MutationObserver(nameTheNameless).observe(place, { childList: true, subtree: true });
  const show = async () => {
    const content = withOptionalsUnticked(await (await fetch(place.dataset.contract)).json());
    const reference = globalThis.Scalar.createApiReference(place, configuration(content));
    isDark.addEventListener('change', () => reference.updateConfiguration(configuration(content)));
  };
  void show();
})();
