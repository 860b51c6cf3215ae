import '#frontend/shared/api/no-eval.ts'
import { StrictMode, startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { embeddedFirstData, takeFirstData } from '#frontend/shared/api/first-answers.ts'
import { askInTurn } from '#frontend/shared/api/turn-to-ask.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { watchForNewBuild } from '#frontend/shared/lazy/stale-build.ts'
import { nextTask } from '#frontend/ui/next-task.ts'
import { applyColorMode } from '#frontend/ui/stored-color-mode.ts'
import { stylesOfPage } from '#frontend/ui/styles.ts'
import { hasLeftDrawnAddress } from './address-here.ts'
import { holdInput } from './held-input.ts'
import { interactiveEvent } from './interactive-event.ts'
import { preloadOpenPage } from './preload-page.ts'
import { makeQueries, Providers } from './providers.tsx'
import { createRoot, hydrateRoot } from './react-dom.ts'
import { SiteRoutes } from './routes.tsx'

// Done by `start.ts` already, but where the development server gives the page without it.
applyColorMode()
watchForNewBuild()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

const queries = makeQueries()
const site = (
  <StrictMode>
    <Providers queries={queries} styles={stylesOfPage()}>
      <BrowserRouter>
        <ErrorBoundary resetOn="">
          <SiteRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </Providers>
  </StrictMode>
)

const answering = () => dispatchEvent(new Event(interactiveEvent))
const drawHere = () => {
  createRoot(root).render(site)
  answering()
}
const takeOver = () => {
  askInTurn()
  // Its HTML stands until the page that is shown instead is drawn.
  if (hasLeftDrawnAddress()) return drawHere()
  const giveBack = holdInput(root)
  // In slices between which a touch is answered, not in one long task.
  startTransition(() => void hydrateRoot(root, site))
  // From here on React handles all events, and hydrates first whatever part of the page is touched.
  giveBack()
  answering()
}

const readFirstData = () => {
  const firstData = embeddedFirstData()
  if (firstData) takeFirstData(queries, firstData, Date.now())
}

const takeOverInTurn = async () => {
  await preloadOpenPage().catch(() => undefined)
  readFirstData()
  await nextTask()
  takeOver()
}

// HTML that shows the page already is taken over when all of its code is there; until then it can be read and scrolled.
// Not awaited here: the page's code may import from this module, which would then wait for itself.
if (root.firstElementChild) void takeOverInTurn()
else {
  // A search or one photo of a gallery comes with answers, too, and is drawn here.
  readFirstData()
  drawHere()
}
