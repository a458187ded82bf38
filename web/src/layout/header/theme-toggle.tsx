import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { useTheme } from '../theme.tsx';

/** The icon alone, for the header. */
export function ThemeToggle() {
  const { toggleLabel, toggleTheme } = useThemeToggle();
  return (
    <IconButton label={toggleLabel} onClick={toggleTheme}>
      <ThemeIcon />
    </IconButton>
  );
}

export function useThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  return {
    toggleTheme,
    toggleLabel: theme === 'dark' ? 'Switch to light mode' : 'Switch to dark mode',
    /** The words of the labelled row. */
    rowLabel: theme === 'dark' ? 'Light Mode' : 'Dark Mode',
  };
}

/** Both icons are there and CSS shows the right one: the server does not know the theme. */
export function ThemeIcon({ size = 20 }: { size?: number }) {
  return (
    <>
      <Sun size={size} aria-hidden className="hidden dark:block" />
      <Moon size={size} aria-hidden className="dark:hidden" />
    </>
  );
}
