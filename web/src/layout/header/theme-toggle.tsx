import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { useTheme } from '../theme.tsx';

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
    rowLabel: theme === 'dark' ? 'Light Mode' : 'Dark Mode',
  };
}

/** Renders the icons of both themes. CSS shows the right one, because the server does not know the theme. */
export function ThemeIcon({ size = 20 }: { size?: number }) {
  return (
    <>
      <Sun size={size} aria-hidden className="hidden dark:block" />
      <Moon size={size} aria-hidden className="dark:hidden" />
    </>
  );
}
