import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BreakableName } from './breakable-name.tsx';

describe('the page', () => {
  it.each([
    ['mara.ellis', 'mara.<wbr/>ellis'],
    ['north_side--events@town.example', 'north_<wbr/>side--<wbr/>events@<wbr/>town.<wbr/>example'],
    ['eventmanager', 'eventmanager'],
    ['-1.5', '-<wbr/>1.<wbr/>5'],
  ])('lets the name %s wrap only after a dot, dash, underscore or @', (name, markup) => {
    expect(renderToStaticMarkup(<BreakableName name={name} />)).toBe(markup);
  });
});
