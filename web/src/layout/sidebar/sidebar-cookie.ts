const name = 'sidebar_state';
const sevenDays = 7 * 24 * 3600;

/** Whether the sidebar was left open, as the browser's cookies have it; open when they say nothing. */
export function readSidebarOpen(cookies: string): boolean {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found !== `${name}=false`;
}

/** The cookie that remembers it, to be set in the browser. */
export function writeSidebarCookie(open: boolean): string {
  return `${name}=${open}; path=/; max-age=${sevenDays}; samesite=lax`;
}
