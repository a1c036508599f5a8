import './style/base.css';
import './style/surfaces.css';
import './style/controls.css';
import './style/tables.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './frame/theme.ts';

applyTheme(storedTheme());

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
