import { Toaster as Sonner } from 'sonner';
import './toaster.css';

// Toasts appear over the free part of the header, so that no toast covers the logo, a title, a price or a ticket.
const wideOffset = { top: 10 };
const narrowOffset = { top: 10, left: 12, right: 12 };

export interface ToasterProps {
  theme: 'light' | 'dark';
}

/** Shows toasts: at most three at once, for four seconds each unless the caller sets another time. */
export function Toaster({ theme }: ToasterProps) {
  return (
    <Sonner
      theme={theme}
      duration={4000}
      visibleToasts={3}
      position="top-center"
      offset={wideOffset}
      mobileOffset={narrowOffset}
      closeButton
      richColors={false}
      toastOptions={{ className: 'foyer-toast' }}
    />
  );
}
