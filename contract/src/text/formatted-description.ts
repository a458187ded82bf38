import MarkdownIt from 'markdown-it';

// The server writes the HTML of an event's page with this, and the form loads it for its preview.

/** Each list in a list is two levels. What is nested deeper is left out, with all that follows it. */
const maxNesting = 100;

const rules = ['heading', 'hr', 'list', 'emphasis', 'newline', 'escape'];

/**
 * A small part of Markdown: headings, lists, lines across the page, bold, italics and links. Everything else, such as
 * HTML and pictures, stays the text that was typed.
 */
function makeReader(enabled: string[]) {
  const markdown = new MarkdownIt('zero', { html: false, breaks: true, linkify: true, maxNesting });
  markdown.enable(enabled);

  // A star within a word, as in 10*20 cm, is no mark. Markdown knows this rule for underscores only.
  markdown.inline.State = class extends markdown.inline.State {
    override scanDelims(start: number) {
      return super.scanDelims(start, false);
    }
  };

  // Only addresses that say what they are, because in a sentence such as "Bring food.Everyone shares" nobody means a link.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  markdown.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address);

  markdown.core.ruler.push('our_headings', ({ tokens }) => {
    // The page has an h2 above the description. The largest heading of the text is h3, and no level is skipped.
    const used = [
      ...new Set(tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag)),
    ].toSorted();
    for (const token of tokens) {
      if (token.type === 'heading_open' || token.type === 'heading_close') {
        token.tag = `h${Math.min(6, used.indexOf(token.tag) + 3)}`;
      }
    }
  });

  markdown.core.ruler.push('our_links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const href = token.attrGet('href') ?? '';
      // Search engines must not count the links of an organiser as ours.
      token.attrs = [
        ['href', href],
        ['rel', 'nofollow noopener'],
      ];
    }
  });
  return markdown;
}

const markdown = makeReader([...rules, 'link', 'linkify']);
const markdownWithoutLinks = makeReader(rules);

/** Writes the description of an event as safe HTML. Line breaks stay line breaks. */
export function writeDescriptionHtml(description: string): string {
  return markdown.render(description);
}

/** Writes the same HTML, in which links stay the text that was typed. */
export function writeDescriptionWithoutLinks(description: string): string {
  return markdownWithoutLinks.render(description);
}
