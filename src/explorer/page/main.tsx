import { createRoot } from 'react-dom/client';
import { pageElementId } from '../explorer-data.js';
import { App } from './app.js';
import { readData } from './read-data.js';
import './page.css';

const place = document.getElementById(pageElementId);
if (place !== null) createRoot(place).render(<App read={readData(document)} />);
