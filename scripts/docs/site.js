// The search of the docs loads its index when somebody begins to search. All of it works from files as well as from a service.
const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
const found = document.getElementById('found');
const count = document.getElementById('count');
const MOST_SHOWN = 12;
let index;

form.hidden = false;
const menu = document.querySelector('.menu');
const wide = matchMedia('(min-width: 60rem)');
const open = () => (menu.open = wide.matches);
open();
wide.addEventListener('change', open);

function load() {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.onload = () => resolve(globalThis.createSearch(globalThis.setpointPages));
    script.onerror = () => {
      index = undefined;
      reject(new Error('The search could not be loaded.'));
    };
    document.head.append(script);
  });
  return index;
}

// From the first word of the question that stands there.
function excerpt({ text }, question) {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const lower = text.toLowerCase();
  const places = words
    .filter((word) => word.length > 3)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 40);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}${text.length > start + 140 ? ' …' : ''}`;
}

async function search() {
  const question = input.value;
  if (question.trim() === '') return close();
  try {
    const best = (await load())(question);
    if (question !== input.value) return;
    found.replaceChildren(...best.slice(0, MOST_SHOWN).map((section) => item(section, question)));
    found.hidden = best.length === 0;
    count.textContent = best.length === 0 ? 'Nothing was found.' : `${best.length} found`;
  } catch (error) {
    count.textContent = error.message;
  }
}

function item(section, question) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = section.address;
  const name = document.createElement('strong');
  name.textContent = section.heading === section.title ? section.title : `${section.title}: ${section.heading}`;
  const text = document.createElement('span');
  text.textContent = excerpt(section, question);
  link.append(name, text);
  line.append(link);
  return line;
}

function close() {
  found.hidden = true;
  count.textContent = '';
}

input.addEventListener('input', () => void search());
input.addEventListener('focus', () => void load().catch(() => undefined));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
found.addEventListener('click', close);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});

// The console is there only where a service is.
if (location.protocol !== 'file:') document.querySelector('.console').hidden = false;

for (const block of document.querySelectorAll('pre')) {
  if (navigator.clipboard === undefined) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const copy = async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  };
  button.addEventListener('click', () => void copy());
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  frame.append(block, button);
}
