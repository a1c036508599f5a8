// The search of the docs: loads its index when somebody begins to search; works from files as well as from a service.
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
    script.onload = () => resolve(flatten(globalThis.setpointPages));
    script.onerror = () => {
      index = undefined;
      reject(new Error('The search could not be loaded.'));
    };
    document.head.append(script);
  });
  return index;
}

const flatten = (pages) =>
  pages.flatMap(({ page, title, sections }) =>
    sections.map(([id, heading, text], at) => ({
      address: at === 0 ? `${page}.html` : `${page}.html#${id}`,
      title,
      heading,
      text,
      inTitle: title.toLowerCase(),
      inHeading: heading.toLowerCase(),
      inText: text.toLowerCase(),
      weight: at === 0 ? 1.2 : 1,
    })),
  );

// Every word has to be there; in a heading it counts most.
function score(section, words) {
  let sum = 0;
  for (const word of words) {
    const times = Math.min(section.inText.split(word).length - 1, 5);
    const own = (section.inHeading.includes(word) ? 20 : 0) + (section.inTitle.includes(word) ? 6 : 0) + times;
    if (own === 0) return 0;
    sum += own;
  }
  return sum * section.weight;
}

function excerpt({ text, inText }, words) {
  const places = words.map((word) => inText.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, inText.length) - 40);
  const start = places.length === 0 ? 0 : from;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}${text.length > start + 140 ? ' …' : ''}`;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return close();
  try {
    const sections = await load();
    const best = sections
      .map((section) => ({ section, points: score(section, words) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points);
    found.replaceChildren(...best.slice(0, MOST_SHOWN).map(({ section }) => item(section, words)));
    found.hidden = best.length === 0;
    count.textContent = best.length === 0 ? 'Nothing was found.' : `${best.length} found`;
  } catch (error) {
    count.textContent = error.message;
  }
}

function item(section, words) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = section.address;
  const name = document.createElement('strong');
  name.textContent = section.heading === section.title ? section.title : `${section.title}: ${section.heading}`;
  const text = document.createElement('span');
  text.textContent = excerpt(section, words);
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
