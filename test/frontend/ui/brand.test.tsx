import { cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Brand } from '#frontend/ui/brand.tsx'
import { paintOf } from '#schema/brand-paint.ts'
import { Ground } from '#schema/entities/brand.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const styles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')

test('a page takes its photographer’s colours and ground, and gives them back when it is left', () => {
  const paint = paintOf({ accent: '#1f5f3f', ground: 'light' })
  renderPage(<Brand paint={paint} />)
  expect(styles()).toContain(':root:not([data-color-mode]){color-scheme:light}')
  expect(styles()).toContain(`--ds-colors-accent:light-dark(#1f5f3f,${String(paint?.shades?.dark.fill)})`)
  expect(styles()).toContain('--ds-colors-paper:light-dark(#ffffff,#0c0b0a)')
  cleanup()
  expect(styles()).not.toContain('#1f5f3f')
})

test('visitors keep the scheme of their device where the photographer leaves it to them, and no brand paints nothing', () => {
  expect(renderToString(<Brand paint={paintOf({ accent: '#1f5f3f', ground: 'visitor' })} />)).not.toContain(
    'color-scheme',
  )
  expect(renderToString(<Brand paint={null} />)).toBe('')
})

test('whatever was chosen, the HTML of a page holds one style sheet of these rules and nothing else', () => {
  const accents = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(accents, fc.constantFrom(...Ground.options), (accent, ground) => {
      const html = renderToString(<Brand paint={paintOf({ accent, ground })} />)
      expect(html).toMatch(/^<style>(?::root(?::not\(\[data-color-mode\]\))?\{[-a-z0-9#:;,()]+\})+<\/style>$/)
    }),
  )
})
