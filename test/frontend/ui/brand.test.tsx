import { act, cleanup, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Brand } from '#frontend/ui/brand.tsx'
import { pairRules } from '#frontend/ui/type-pairs.ts'
import { RulesOfPairs } from '#frontend/ui/typefaces.tsx'
import { paintOf } from '#schema/brand-paint.ts'
import { Ground, TypePair } from '#schema/entities/brand.ts'
import { pageStyles as styles } from '#test/support/frontend/brand.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

test('a page takes its photographer’s colours and ground, and gives them back when it is left', () => {
  const paint = paintOf({ accent: '#1f5f3f', ground: 'light', typePair: 'house' })
  renderPage(<Brand paint={paint} />)
  expect(styles()).toContain(':root:not([data-color-mode]){color-scheme:light}')
  expect(styles()).toContain(`--ds-colors-accent:light-dark(#1f5f3f,${String(paint?.shades?.dark.fill)})`)
  expect(styles()).toContain('--ds-colors-paper:light-dark(#ffffff,#0c0b0a)')
  cleanup()
  expect(styles()).not.toContain('#1f5f3f')
})

test('visitors keep the scheme of their device where the photographer leaves it to them, and no brand paints nothing', () => {
  expect(
    renderToString(<Brand paint={paintOf({ accent: '#1f5f3f', ground: 'visitor', typePair: 'house' })} />),
  ).not.toContain('color-scheme')
  expect(renderToString(<Brand paint={null} />)).toBe('')
})

test('whatever was chosen, the HTML of a page holds one style sheet of these rules and nothing else', () => {
  const accents = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(
      accents,
      fc.constantFrom(...Ground.options),
      fc.constantFrom(...TypePair.options),
      (accent, ground, typePair) => {
        const html = renderToString(
          <RulesOfPairs value={pairRules}>
            <Brand paint={paintOf({ accent, ground, typePair })} />
          </RulesOfPairs>,
        )
        const [colours, typefaces = ''] = html.split(/(?<=<\/style>)/)
        expect(colours).toMatch(/^<style>(?::root(?::not\(\[data-color-mode\]\))?\{[-a-z0-9#:;,()]+\})*<\/style>$/)
        expect(typefaces).toMatch(
          typePair === 'house'
            ? /^$/
            : /^<style class="[a-z]+">(?:@font-face\{[-a-zA-Z0-9+:;,.%/?()" ]+\})+:root\{[-a-zA-Z0-9:;," ]+\}<\/style>$/,
        )
      },
    ),
  )
})

test('a page fetches its photographer’s typefaces, and one with the site’s own fetches none', async () => {
  renderPage(<Brand paint={paintOf({ accent: null, ground: 'visitor', typePair: 'warm' })} />)
  await waitFor(() => expect(styles()).toContain('@font-face{font-family:"Fraunces";'))
  expect(styles()).toContain(':root{--ds-fonts-heading:"Fraunces","Fraunces at hand 0",')
  expect(styles()).toContain('--ds-fonts-body:"DM Sans","DM Sans at hand 0",')
  cleanup()
  renderPage(<Brand paint={paintOf({ accent: '#1f5f3f', ground: 'light', typePair: 'house' })} />)
  expect(styles()).not.toContain('@font-face')
})

test('typefaces that came with the HTML stay as they are', async () => {
  const brand = <Brand paint={paintOf({ accent: null, ground: 'visitor', typePair: 'warm' })} />
  const root = document.createElement('div')
  root.innerHTML = renderToString(<RulesOfPairs value={pairRules}>{brand}</RulesOfPairs>)
  document.body.append(root)
  const complaints = vi.spyOn(console, 'error')
  const [, typefaces] = root.querySelectorAll('style')
  const before = typefaces?.firstChild
  const app = await act(async () => hydrateRoot(root, brand))
  expect(typefaces?.firstChild).toBe(before)
  expect(typefaces?.textContent).toContain('font-family:"Fraunces"')
  expect(complaints).not.toHaveBeenCalled()
  await act(async () => app.unmount())
  root.remove()
})
