import { useState } from 'react';
import { Button } from 'react-aria-components';
import { applyTheme, nextTheme, storedTheme, type Theme } from './theme.ts';

const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };
const NAMES: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

export function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const turn = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Button className="icon-button" onPress={turn} aria-label={`Colours: ${NAMES[theme]}. Change them`}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </Button>
  );
}
