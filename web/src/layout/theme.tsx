import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

interface ThemeChoice {
  theme: Theme;
  toggleTheme: () => void;
}

const storageKey = 'theme';
const listeners = new Set<() => void>();
const ThemeContext = createContext<ThemeChoice | null>(null);

export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme, () => 'light' as const);
  const choice = useMemo(
    () => ({ theme, toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark') }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  const choice = use(ThemeContext);
  if (!choice) throw new Error('useTheme must be used within a ThemeProvider');
  return choice;
}

function readTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage, the chosen theme lasts until the page is closed.
  }
  showTheme(theme);
}

function showTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  for (const listener of listeners) listener();
}

function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', onSystemChange);
  // Since the first paint, another tab may have chosen a theme, or the system's may have changed.
  const stored = readStored();
  showTheme(isTheme(stored) ? stored : system.matches ? 'dark' : 'light');
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
    system.removeEventListener('change', onSystemChange);
  };
}

function onSystemChange({ matches }: MediaQueryListEvent): void {
  if (!isTheme(readStored())) showTheme(matches ? 'dark' : 'light');
}

function onOtherTab(event: StorageEvent): void {
  if (event.key === storageKey) followStored(event.newValue);
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function followStored(stored: string | null): void {
  if (isTheme(stored)) showTheme(stored);
}

function isTheme(stored: string | null): stored is Theme {
  return stored === 'dark' || stored === 'light';
}
