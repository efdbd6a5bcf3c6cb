import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/pages.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeAddressSecret } from './addressSecret';
import { App } from './App';
import { applyTheme } from './theme';

applyTheme();
// Before anything else looks at the address: the secret must not stay in it.
takeAddressSecret(window.location, window.history);

const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no root');
}
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
