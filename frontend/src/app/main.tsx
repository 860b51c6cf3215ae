import '#frontend/shared/api/no-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { applyColorMode } from '#frontend/ui/color-mode.ts'
import { Providers } from './providers.tsx'
import { SiteRoutes } from './routes.tsx'

applyColorMode()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <BrowserRouter>
        <SiteRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
)
