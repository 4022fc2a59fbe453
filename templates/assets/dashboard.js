// A button that copies, beside each link and secret of the dashboard that is made to be copied, and on each block of
// text to paste. The pages are whole without it.
const { copy: label, copied } = document.body.dataset;

function addCopyButton(holder, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = label;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = copied;
    setTimeout(() => (button.textContent = label), 2000);
  });
  button.setAttribute('aria-live', 'polite');
  holder.append(button);
}

if (navigator.clipboard) {
  for (const cell of document.querySelectorAll('.links-to-copy dd:not(.quiet)'))
    addCopyButton(cell, cell.textContent.trim());
  for (const secret of document.querySelectorAll('.secret:not(.links-to-copy .secret, pre .secret)'))
    addCopyButton(secret.parentElement, secret.textContent);
  for (const block of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div');
    frame.className = 'copied-block';
    block.replaceWith(frame);
    frame.append(block);
    addCopyButton(frame, block.textContent);
  }
}

// What is under way shows how far it has come; without the script, by its link.
const busy = document.querySelector('[data-refresh]');
if (busy) setTimeout(() => location.replace(location.pathname), Number(busy.dataset.refresh));
