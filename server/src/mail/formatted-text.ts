import { writeDescriptionHtml } from '@foyer/contract/text/formatted-description.ts';
import { Html, html } from '../http/html.ts';
import type { Part } from './compose.ts';
import { titleFont } from './layout.ts';

const block = 'margin:0 0 14px;color:#211a14';
const heading = `${block};font-family:${titleFont};font-weight:600;line-height:1.25`;

/** The styles of the tags that `writeDescriptionHtml` writes, because many mail programs support no style sheets. */
const styles: Readonly<Record<string, string>> = {
  p: block,
  ul: `${block};padding-left:22px`,
  ol: `${block};padding-left:22px`,
  li: 'margin:0 0 4px;color:#211a14',
  h3: `${heading};font-size:21px`,
  h4: `${heading};font-size:18px`,
  h5: `${heading};font-size:16px`,
  h6: `${heading};font-size:16px`,
};

/** A text that somebody typed, with the marks of a description. `plain` is the same text for readers of plain mails. */
export function formattedText(text: string, plain: string): Part {
  // Typed angle brackets are escaped, so each match is a tag that Foyer wrote.
  const styled = writeDescriptionHtml(text)
    .replace(/<(p|ul|ol|li|h[3-6])>/g, (_, tag: string) => `<${tag} class="ink" style="${styles[tag]}">`)
    .replaceAll('<a href=', '<a class="spot" style="color:#b8350f" href=');
  return { text: plain, html: html`<div style="margin:0 0 20px">${new Html(styled)}</div>` };
}
