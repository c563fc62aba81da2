import { useState } from 'react';

const next = { system: 'light', light: 'dark', dark: 'system' } as const;
type Theme = keyof typeof next;

function stored(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** System, light, dark; `/docs/theme.js` of the server applies the choice before the first paint of the next visit. */
export function ThemeButton() {
  const [theme, setTheme] = useState(stored);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
    try {
      if (chosen === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', chosen);
    } catch {
      // Storage is turned off: the choice lasts until the page is left.
    }
  };
  return (
    <button
      type="button"
      onClick={() => {
        choose(next[theme]);
      }}
    >
      Theme: {theme}
    </button>
  );
}
