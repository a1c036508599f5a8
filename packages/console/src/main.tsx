import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './frame/theme.ts';
import './style/base.css';
import './style/buttons.css';
import './style/dialogs.css';
import './style/fields.css';
import './style/checks.css';
import './style/chips.css';
import './style/notices.css';
import './style/panels.css';
import './style/tables.css';
import './style/tabs.css';
import './style/figures.css';
import './style/secrets.css';

applyTheme(storedTheme());

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
