import { useEffect, useState } from 'react';
import { useWideScreen } from '../../ui/use-wide-screen.ts';
import { readSidebarOpen, writeSidebarCookie } from './sidebar-cookie.ts';

/**
 * The state of the sidebar. On a wide screen, the sidebar is a column, and a cookie remembers whether the column is
 * open. On a small screen, the sidebar is a panel over the content, which is closed at first.
 */
export function useSidebar() {
  const wide = useWideScreen();
  const [besideOpen, setBesideOpen] = useState(() => readSidebarOpen(document.cookie));
  const [sheetOpen, setSheetOpen] = useState(false);
  const toggle = () => {
    if (!wide) {
      setSheetOpen(!sheetOpen);
      return;
    }
    document.cookie = writeSidebarCookie(!besideOpen);
    setBesideOpen(!besideOpen);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const asked = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey);
      if (!asked || event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return {
    wide,
    /** On a wide screen, whether the column is open. On a small screen, whether the panel is open. */
    open: wide ? besideOpen : sheetOpen,
    toggle,
    closeSheet: () => setSheetOpen(false),
  };
}
