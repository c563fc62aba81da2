import { useState } from 'react';
import { chooseTheme, storedTheme } from './theme.ts';

const next = { system: 'light', light: 'dark', dark: 'system' } as const;

/** System, light and dark in turn, where there is no menu of a person. */
export function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <button
      type="button"
      className="button small quiet"
      onClick={() => {
        setTheme(next[theme]);
        chooseTheme(next[theme]);
      }}
    >
      Theme: {theme}
    </button>
  );
}
