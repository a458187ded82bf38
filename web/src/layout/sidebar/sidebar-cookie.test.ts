import { describe, expect, it } from 'vitest';
import { readSidebarOpen, writeSidebarCookie } from './sidebar-cookie.ts';

describe('the cookie of the sidebar', () => {
  it('keeps for seven days whether the sidebar is open', () => {
    expect(writeSidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax');
  });

  it.each([
    ['', true],
    ['theme=dark', true],
    ['theme=dark; sidebar_state=true', true],
    ['sidebar_state=false; theme=dark', false],
    ['old_sidebar_state=false', true],
  ])('is read from the cookies %j, and says whether the sidebar is open: %s', (cookies, open) => {
    expect(readSidebarOpen(cookies)).toBe(open);
  });
});
