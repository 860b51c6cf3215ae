/**
 * React's entry, read through here: its library is run by the first module that imports it, and this one is put into the
 * library's own file (`code-splitting.ts`), so that the application's is not run for twice as long.
 */
export { createRoot, hydrateRoot } from 'react-dom/client'
