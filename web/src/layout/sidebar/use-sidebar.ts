import { useEffect, useState } from 'react';
import { useWideScreen } from '../../ui/use-wide-screen.ts';
import { readSidebarOpen, writeSidebarCookie } from './sidebar-cookie.ts';

/** Whether the sidebar is open. On a wide screen a cookie remembers this. On a small screen the sidebar is a sheet. */
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
      if (!asked || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return {
    wide,
    /** Whether the sidebar is open, as a column or, on a small screen, as a sheet. */
    open: wide ? besideOpen : sheetOpen,
    toggle,
    closeSheet: () => setSheetOpen(false),
  };
}
