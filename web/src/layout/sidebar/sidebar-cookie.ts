const name = 'sidebar_state';
const sevenDays = 7 * 24 * 3600;

/** Whether the cookies say that the sidebar is open. Without a cookie, the sidebar is open. */
export function readSidebarOpen(cookies: string): boolean {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found !== `${name}=false`;
}

export function writeSidebarCookie(open: boolean): string {
  return `${name}=${open}; path=/; max-age=${sevenDays}; samesite=lax`;
}
