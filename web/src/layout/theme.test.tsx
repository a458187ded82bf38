import { runInNewContext } from 'node:vm';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { boot } from '../boot.ts';
import { ThemeProvider, useTheme } from './theme.tsx';

/** Runs the boot script in a fake browser and returns the theme and the data attributes that the script sets. */
function bootIn(stored: Record<string, string> | 'forbidden', systemIsDark = false) {
  const root = { dark: false, dataset: {} as Record<string, string> };
  const getItem = (key: string) => {
    if (stored === 'forbidden') throw new Error('denied');
    return stored[key] ?? null;
  };
  const toggle = (_: string, dark: boolean) => (root.dark = dark);
  runInNewContext(`(${boot.toString()})()`, {
    document: { documentElement: { classList: { toggle }, dataset: root.dataset } },
    localStorage: { getItem },
    matchMedia: () => ({ matches: systemIsDark }),
  });
  return { theme: root.dark ? 'dark' : 'light', ...root.dataset };
}

describe('the boot script', () => {
  it('uses the stored theme, or the theme of the operating system if no theme is stored', () => {
    expect(bootIn({ theme: 'dark' }, false).theme).toBe('dark');
    expect(bootIn({ theme: 'light' }, true).theme).toBe('light');
    expect(bootIn({}, true).theme).toBe('dark');
    expect(bootIn({ theme: 'sepia' }, true).theme).toBe('dark');
    expect(bootIn({}, false).theme).toBe('light');
    expect(bootIn('forbidden', true)).toEqual({ theme: 'dark', session: 'out' });
  });

  it('shows the header for signed-in users when both a token and a user are stored', () => {
    expect(bootIn({ token: 'a', userData: '{}' })).toMatchObject({ session: 'in' });
    expect(bootIn({ token: 'a' })).toMatchObject({ session: 'out' });
    expect(bootIn({ userData: '{}' })).toMatchObject({ session: 'out' });
  });

  it('hides the notice about slow first visits after the user closed it', () => {
    expect(bootIn({ coldStartNotice: 'closed' })).toMatchObject({ notice: 'closed' });
    expect(bootIn({})).not.toHaveProperty('notice');
  });
});

function Themed() {
  return <p>{useTheme().theme}</p>;
}

describe('useTheme', () => {
  it('returns the theme, and throws outside a ThemeProvider', () => {
    expect(
      renderToString(
        <ThemeProvider>
          <Themed />
        </ThemeProvider>,
      ),
    ).toBe('<p>light</p>');
    expect(() => renderToString(<Themed />)).toThrow('useTheme must be used within a ThemeProvider');
  });
});
