import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { matchesByItself } from '#test/support/frontend/quick-selectors.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

type Asked = Parameters<typeof matchesByItself>[0]

const selectorsIn = (rules: Iterable<CSSRule>): string[] =>
  [...rules].flatMap((rule) => {
    if ('selectorText' in rule) return [String(rule.selectorText)]
    return 'cssRules' in rule && Array.isArray(rule.cssRules) ? selectorsIn(rule.cssRules) : []
  })

/** By tag, class, id, attribute and what stands around, alone and together; some that match nothing, and one of two words. */
const asked = [
  '*',
  'button',
  'BUTTON, p',
  'svg',
  '.one',
  '.on',
  '.one.two',
  'p.two:not(.three)',
  '#here',
  '#her',
  'p#here.one',
  '[hidden]',
  '[data-mark="1"]',
  '[DATA-MARK]',
  'p[data-mark="2"]',
  'input[type="checkbox"]',
  'input:checked',
  'div p',
  'div > p',
  'p + p',
  'p ~ p',
  'p:first-child',
  ':is(p, h1) *',
  ':root',
  ':not([data-mark])',
  'p::before',
  '.one, .none',
  '.none, #none, article, [none]',
]

test('each selector of the page, of roles and of kinds matches as happy-dom says by itself', () => {
  renderPage(
    <Page title="A page" lead="With a lead">
      <Stack gap="3">
        <Text id="here" className="one two" data-mark="1">
          One <b className="one-more">more</b>
        </Text>
        <p className={'two\tthree'} data-mark="2" hidden>
          Two
        </p>
        <p>Three</p>
        <input type="checkbox" defaultChecked aria-label="Ticked" />
        <Button>Press</Button>
        <IconButton label="Close">
          <svg className="one" viewBox="0 0 1 1" />
        </IconButton>
      </Stack>
    </Page>,
  )
  const elements: unknown = [...document.querySelectorAll('*')]
  const sheets = [...document.querySelectorAll('style')].flatMap(({ sheet }) =>
    sheet ? selectorsIn(sheet.cssRules) : [],
  )
  expect(sheets.length).toBeGreaterThan(50)
  expect(screen.getByRole('button', { name: 'Press' })).toBeTruthy()

  const wrong = (Array.isArray(elements) ? elements : []).flatMap((element: Asked) =>
    [...asked, ...sheets].filter((selector) => {
      const before = element.matches(selector)
      return [before, element.matches(selector)].some((each) => each !== (matchesByItself(element, selector) !== null))
    }),
  )
  expect(wrong).toEqual([])
  expect(asked.map((selector) => document.querySelectorAll(selector).length)).toEqual(
    asked.map((selector) => [...document.querySelectorAll('*')].filter((each) => each.matches(selector)).length),
  )
})

test.each(['', '.5'])('“%s”, which is no selector, is refused, however often', (selector) => {
  for (const _ of [1, 2]) expect(() => document.body.matches(selector)).toThrow()
})
