// The preview follows what is typed: sends the form as its preview button does, and takes the frame from the answer.
// Without this script the button does the same.
(() => {
  const WAIT_MILLISECONDS = 300;
  const form = document.querySelector('[data-previewed]');
  const button = document.querySelector('.preview button');
  const frame = document.querySelector('.preview iframe');
  const note = document.getElementById('color-use');
  if (!form || !button || !frame) return;

  let timer;
  let sent = new AbortController();

  const follow = async () => {
    sent.abort();
    sent = new AbortController();
    const { signal } = sent;
    try {
      const data = new FormData(form, button);
      const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
      const answer = await fetch(form.action, { method: 'POST', body, signal });
      // What cannot be shown yet, such as half a colour, changes nothing.
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector('.preview iframe');
      if (next && next.srcdoc !== frame.srcdoc) frame.srcdoc = next.srcdoc;
      const words = page.getElementById('color-use')?.textContent ?? '';
      if (note && words !== '' && words !== note.textContent) note.textContent = words;
      // Texts beside the frame, in the same order on both pages.
      const texts = page.querySelectorAll('.preview [data-live]');
      for (const [index, text] of document.querySelectorAll('.preview [data-live]').entries())
        text.textContent = texts[index]?.textContent ?? '';
    } catch {
      // Superseded by the next one, or offline: the frame stays as it is.
    }
  };

  /** The browser's own colour picker, beside the field for the digits. */
  const digits = document.getElementById('brand_color');
  const picker = document.getElementById('color-picker');
  if (digits && picker) {
    picker.hidden = false;
    picker.addEventListener('input', () => {
      digits.value = picker.value;
    });
    digits.addEventListener('input', () => {
      if (/^#[0-9a-f]{6}$/i.test(digits.value)) picker.value = digits.value;
    });
  }

  // The choice of the page stands beside the frame, outside of the form that it belongs to.
  document.addEventListener('input', ({ target }) => {
    if (target.form !== form) return;
    clearTimeout(timer);
    timer = setTimeout(() => void follow(), WAIT_MILLISECONDS);
  });
  // Typed before this script was there, or filled in again by the browser.
  const isTyped = ({ type, value, defaultValue }) =>
    type !== 'file' && defaultValue !== undefined && value !== defaultValue;
  if ([...form.elements].some(isTyped)) void follow();
})();
