// Copy buttons beside code, and the search of the reference. Without it, both pages read the same.
for (const code of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'copyable';
  code.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Select the text to copy it';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  frame.append(code, button);
}

// Beside the text the contents are open, on a phone folded. Styles do the same, which programs that read the page do not see.
const contents = document.querySelector('.contents');
const isWide = matchMedia('(min-width: 55.01rem)');
const fold = () => contents?.toggleAttribute('open', isWide.matches);
isWide.addEventListener('change', fold);
fold();

const find = document.querySelector('.find');
find?.closest('[hidden]')?.removeAttribute('hidden');
find?.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/);
  const fits = (element) => words.every((word) => element.textContent.toLowerCase().includes(word));
  let count = 0;
  for (const operation of document.querySelectorAll('.operation')) {
    operation.hidden = !fits(operation);
    if (!operation.hidden) count += 1;
    const link = document.querySelector(`nav a[href="#${operation.id}"]`);
    if (link !== null) link.parentElement.hidden = operation.hidden;
  }
  for (const section of document.querySelectorAll('main section:not(.operation)'))
    section.hidden = section.querySelector('.operation:not([hidden])') === null;
  for (const group of document.querySelectorAll('nav div:has(> h2)'))
    group.hidden = group.querySelector('li:not([hidden])') === null;
  document.querySelector('.find-count').textContent =
    find.value === '' ? '' : `${count} ${count === 1 ? 'operation' : 'operations'} found`;
});
