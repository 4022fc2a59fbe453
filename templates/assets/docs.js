// Optional enhancements of the documentation: everything can be read, and every tab works, without this script. The
// local demo links here with the reader's test API key in the URL fragment. Fragments are not sent to servers, caches
// or logs, nor as Referer. The key is removed from the URL at once and kept in the session storage of this tab.
(() => {
  const KEY = /^key_test_[\w-]{8,128}$/;
  const KEPT_KEY = 'masthead-docs-own-key';
  const LANGUAGE = 'masthead-docs-language';
  const root = document.documentElement;

  /** Storage may be disabled. */
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };

  const takeKey = () => {
    const key = new URLSearchParams(location.hash.slice(1)).get('key');
    if (key === null) return;
    history.replaceState(null, '', location.pathname + location.search);
    // In production no key is filled in: a key to the data of real readers does not belong in a URL.
    if (root.dataset.keys === 'test' && KEY.test(key)) attempt(() => sessionStorage.setItem(KEPT_KEY, key));
  };

  const fillIn = () => {
    const key = root.dataset.keys === 'test' ? attempt(() => sessionStorage.getItem(KEPT_KEY)) : null;
    if (key === null || !KEY.test(key)) return;
    for (const place of document.querySelectorAll('[data-own-key]')) place.textContent = key;
    const note = document.querySelector('.own-key');
    const forget = document.createElement('button');
    forget.type = 'button';
    forget.textContent = 'Forget it';
    forget.addEventListener('click', () => {
      attempt(() => sessionStorage.removeItem(KEPT_KEY));
      location.reload();
    });
    note.replaceChildren('The samples have your own test key, in this tab only. ', forget);
    note.hidden = false;
  };

  /** Selects the language in every sample that has it; the browser unchecks the others. */
  const choose = (language) => {
    for (const radio of document.querySelectorAll('.tabs input')) if (radio.value === language) radio.checked = true;
  };

  const keepLanguage = () => {
    const language = attempt(() => localStorage.getItem(LANGUAGE));
    if (language !== null) choose(language);
    document.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.closest('.tabs') === null) return;
      const before = target.getBoundingClientRect().top;
      choose(target.value);
      // The samples above have changed their height: scrolls so that the pressed tab stays in place.
      scrollBy(0, target.getBoundingClientRect().top - before);
      attempt(() => localStorage.setItem(LANGUAGE, target.value));
    });
  };

  const addCopyButtons = () => {
    if (navigator.clipboard === undefined) return;
    for (const code of document.querySelectorAll('.code')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      const status = document.createElement('span');
      status.className = 'visually-hidden';
      status.setAttribute('role', 'status');
      button.addEventListener('click', async () => {
        const shown = [...code.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
        await navigator.clipboard.writeText(shown?.textContent ?? '');
        button.textContent = 'Copied';
        status.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
          status.textContent = '';
        }, 2000);
      });
      code.append(button, status);
    }
  };

  takeKey();
  fillIn();
  keepLanguage();
  addCopyButtons();
  addEventListener('hashchange', () => {
    takeKey();
    fillIn();
  });
})();
