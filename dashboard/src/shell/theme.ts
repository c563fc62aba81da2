export const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof themes;

export function storedTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** `/docs/theme.js` of the server applies the choice before the first paint of the next visit. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage is turned off: the choice lasts until the page is left.
  }
}
