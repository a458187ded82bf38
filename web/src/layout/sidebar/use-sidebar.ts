import { useEffect, useState } from 'react';
import { useWideScreen } from '../../ui/use-wide-screen.ts';
import { readSidebarOpen, writeSidebarCookie } from './sidebar-cookie.ts';

/** The sidebar: beside the content where there is room, which is remembered, else a sheet over it. */
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
    /** Whether it is seen now, in whichever of its two forms. */
    open: wide ? besideOpen : sheetOpen,
    toggle,
    closeSheet: () => setSheetOpen(false),
  };
}
