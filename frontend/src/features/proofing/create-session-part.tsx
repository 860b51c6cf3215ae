import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'

/** The dialog for a new session, fetched when a page is about to need it. */
export const CreateSessionDialog = lazyPart(
  () => import('./create-session-dialog.tsx'),
  (m) => m.CreateSessionDialog,
)
