import { describe, expect, test } from 'vitest'
import { beaten, weightless } from '../../support/frontend/style-props.ts'

describe('style props against a component’s own style', () => {
  const wide = '@media (min-width: 48rem)'
  const own = { padding: '20px', [wide]: { padding: '28px' }, '& svg': { flexShrink: 0 } }

  test('a prop without the condition is beaten under it', () => {
    expect(beaten(own, { padding: '0' })).toEqual([{ condition: wide, property: 'padding' }])
    expect(beaten(own, { paddingTop: '0' })).toEqual([{ condition: wide, property: 'padding' }])
  })

  test.each([
    ['gap', 'rowGap'],
    ['inset', 'top'],
    ['insetInline', 'left'],
    ['paddingLeft', 'paddingInline'],
    ['marginBlockEnd', 'marginBottom'],
    ['borderWidth', 'borderTop'],
    ['borderColor', 'borderInlineEndColor'],
    ['borderRadius', 'borderTopLeftRadius'],
    ['placeItems', 'alignItems'],
  ])('%s under a condition beats %s, and the other way round', (one, other) => {
    expect(beaten({ [wide]: { [one]: '1px' } }, { [other]: '0' })).toHaveLength(1)
    expect(beaten({ [wide]: { [other]: '1px' } }, { [one]: '0' })).toHaveLength(1)
  })

  test.each([
    ['rowGap', 'columnGap'],
    ['insetInline', 'top'],
    ['paddingLeft', 'paddingRight'],
    ['borderWidth', 'borderTopColor'],
    ['borderTopWidth', 'borderBottomWidth'],
    ['border', 'borderRadius'],
    ['justifyItems', 'alignItems'],
  ])('%s has nothing to do with %s', (one, other) => {
    expect(beaten({ [wide]: { [one]: '1px' } }, { [other]: '0' })).toEqual([])
  })

  test('a prop that names the condition too is not, nor one about something else or another element', () => {
    expect(beaten(own, { padding: '0', [wide]: { padding: '0' } })).toEqual([])
    expect(beaten(own, { color: 'red', flexShrink: 1 })).toEqual([])
  })
})

test('a prop for whatever is within weighs no more than what it is meant for, unless it says of which kind', () => {
  expect(weightless({ '& > *': { padding: '0' } })).toEqual(['& > *'])
  expect(weightless({ '& > *': { '@media print': { padding: '0' } } })).toEqual(['& > * @media print'])
  expect(weightless({ padding: '0', '& > button': { padding: '0' }, '& > *:hover': { padding: '0' } })).toEqual([])
})
