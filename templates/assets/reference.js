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
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    showToolbar: 'never',
    hideClientButton: true,
    // Only keys of test environments may be typed into a page.
    hideTestRequestButton: place.dataset.tries !== 'yes',
    hideDarkModeToggle: true,
    forceDarkModeState: isDark.matches ? 'dark' : 'light',
    persistAuth: false,
    documentDownloadType: 'none',
    operationTitleSource: 'summary',
    defaultOpenAllTags: true,
    authentication: { preferredSecurityScheme: 'apiKey', ...(key === null ? {} : { securitySchemes: { apiKey: { username: key, password: '' } } }) },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
  const reference = globalThis.Scalar.createApiReference(place, configuration());
  isDark.addEventListener('change', () => reference.updateConfiguration(configuration()));
})();
