// Passkeys on the dashboard: asks the browser for one, or to make one, and sends the answer by the page's own form. The form
// holds what the server asks (data-options). Without this script the form stays hidden, and the page is whole without it.
(() => {
  const form = document.querySelector('form[data-passkey]');
  if (form === null || window.PublicKeyCredential === undefined || navigator.credentials === undefined) return;
  const { passkey: kind, options, seconds, fresh } = form.dataset;
  const asked = readOptions(JSON.parse(options));
  let waiting;

  form.hidden = false;
  for (const text of document.querySelectorAll('[data-without-passkey]')) text.hidden = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    waiting?.abort();
    showFault(false);
    run({}).catch(() => showFault(true));
  });
  if (form.dataset.autofill === 'yes') void offerInField();
  if (fresh !== undefined) setTimeout(startAgain, Number(seconds) * 1000);

  /** Offers passkeys among what the browser fills into the field for the address. */
  async function offerInField() {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    waiting = new AbortController();
    // Refused, or aborted by the button: the page stays as it is.
    run({ mediation: 'conditional', signal: waiting.signal }).catch(() => {});
  }

  async function run(how) {
    const credential = await navigator.credentials[kind === 'create' ? 'create' : 'get']({ publicKey: asked, ...how });
    form.elements.credential.value = JSON.stringify(toAnswer(credential));
    form.submit();
  }

  /** Replaces a question that is too old, unless somebody is typing. */
  function startAgain() {
    const isTyping = [...document.querySelectorAll('input:not([type=hidden])')].some(({ value }) => value !== '');
    if (!isTyping) location.replace(fresh);
  }

  function showFault(isShown) {
    form.querySelector('[data-passkey-fault]').hidden = !isShown;
  }

  function readOptions({ challenge, user, allowCredentials, excludeCredentials, ...others }) {
    const toDescriptor = ({ id, ...descriptor }) => ({ ...descriptor, id: toBytes(id) });
    return {
      ...others,
      challenge: toBytes(challenge),
      ...(user && { user: { ...user, id: toBytes(user.id) } }),
      ...(allowCredentials && { allowCredentials: allowCredentials.map(toDescriptor) }),
      ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(toDescriptor) }),
    };
  }

  function toAnswer({ id, type, rawId, response }) {
    const answer = { clientDataJSON: toText(response.clientDataJSON) };
    for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'])
      if (response[name]) answer[name] = toText(response[name]);
    if (kind === 'create') answer.transports = response.getTransports?.() ?? [];
    return { id, rawId: toText(rawId), type, response: answer };
  }

  function toBytes(base64url) {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }

  function toText(buffer) {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }
})();
