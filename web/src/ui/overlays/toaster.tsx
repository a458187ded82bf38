import { Toaster as Sonner } from 'sonner';
import './toaster.css';

/** Short notices: four seconds, three at a time, swiped away. Raise one with sonner's `toast`. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      duration={4000}
      visibleToasts={3}
      position="bottom-right"
      closeButton
      richColors={false}
      toastOptions={{ className: 'foyer-toast' }}
    />
  );
}
