import { useEffect, useState } from 'react';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Switches between the system's colours, light and dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  useEffect(() => {
    if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
    keep(theme);
  }, [theme]);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
  return (
    <button
      type="button"
      className="theme"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}. Change to ${next}.`}
    >
      <span aria-hidden="true">{theme === 'auto' ? '◐' : theme === 'light' ? '☀' : '☾'}</span>
      <span aria-hidden="true" className="theme-name">
        {theme}
      </span>
    </button>
  );
}

const key = 'winnow-theme';

function savedTheme(): Theme {
  try {
    return themes.find((each) => each === window.localStorage.getItem(key)) ?? 'auto';
  } catch {
    // A page from a file may have no storage.
    return 'auto';
  }
}

function keep(theme: Theme): void {
  try {
    window.localStorage.setItem(key, theme);
  } catch {
    // Then the choice lasts as long as the page.
  }
}
