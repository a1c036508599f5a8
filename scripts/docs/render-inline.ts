/** What becomes of a link's address: an address, or undefined for a link that leads nowhere here. */
export type LinkTo = (address: string) => string | undefined;

const TOKEN =
  /(?<code>`+)(?<coded>.+?)\k<code>(?!`)|(?<image>!)?\[(?<label>(?:`[^`]*`|[^\]])+)\]\((?<address>[^)\s]+)\)|\*\*(?<strong>.+?)\*\*|(?<![*\w])\*(?<em>[^*\s][^*]*)\*|\\(?<escaped>[|*_`\\<>[\]])/gs;

/** A line of Markdown as HTML: code, links, pictures, bold, emphasis. Everything else is text. */
export function renderInline(text: string, linkTo: LinkTo): string {
  let html = '';
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    html += escapeHtml(text.slice(at, match.index)) + renderToken(match.groups ?? {}, linkTo);
    at = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(at));
}

function renderToken(groups: Readonly<Record<string, string | undefined>>, linkTo: LinkTo): string {
  const { coded, image, label, address, strong, em, escaped } = groups;
  if (coded !== undefined) return `<code>${escapeHtml(coded.replaceAll(String.raw`\|`, '|').trim())}</code>`;
  if (label !== undefined && address !== undefined)
    return renderLink({ isImage: image !== undefined, label, address }, linkTo);
  if (strong !== undefined) return `<strong>${renderInline(strong, linkTo)}</strong>`;
  if (em !== undefined) return `<em>${renderInline(em, linkTo)}</em>`;
  return escapeHtml(escaped ?? '');
}

interface Link {
  readonly isImage: boolean;
  readonly label: string;
  readonly address: string;
}

function renderLink({ isImage, label, address }: Link, linkTo: LinkTo): string {
  const target = linkTo(address);
  if (isImage) return `<img src="${escapeHtml(target ?? address)}" alt="${escapeHtml(label)}">`;
  const inner = renderInline(label, linkTo);
  return target === undefined ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
}

/** The same line for a search or a heading's address: words alone. */
export function plainText(text: string): string {
  return text
    .replaceAll(/!?\[((?:`[^`]*`|[^\]])+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/`+|\*\*|(?<![*\w])\*(?=\S)|(?<=\S)\*(?![*\w])|\\(?=[|*_<>[\]])/g, '');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
