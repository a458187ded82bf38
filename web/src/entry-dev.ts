// React's hot reload must be in place before the first component is loaded.
import '@vitejs/plugin-react/preamble';

void import('./entry-client.tsx');
