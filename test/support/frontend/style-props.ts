import { system } from '#frontend/ui/theme.ts'

type Styles = Readonly<Record<string, unknown>>
type Rule = { readonly condition: string; readonly property: string }

const isStyles = (value: unknown): value is Styles => typeof value === 'object' && value !== null
const rulesOf = (styles: Styles, above: readonly string[] = []): Rule[] =>
  Object.entries(styles).flatMap(([key, value]) =>
    isStyles(value) ? rulesOf(value, [...above, key]) : [{ condition: above.join(' '), property: key }],
  )
/** Where lines run from left to right, as they do here. */
const logical = { top: 'BlockStart', bottom: 'BlockEnd', left: 'InlineStart', right: 'InlineEnd' } as const
const logicalSide = (property: string) =>
  Object.entries(logical).reduce(
    (name, [side, flow]) => name.replace(new RegExp(`${side}(?=$|Width|Style|Color)`, 'i'), flow),
    /^(?:top|right|bottom|left)$/.test(property) ? `inset${property}` : property,
  )
const border = /^border(Block|Inline|)(Start|End|)(Width|Style|Color|)$/
/** What a property sets, by names that begin like the names of what they are part of: `top` is `insetBlockStart`. */
const partsOf = (property: string): readonly string[] => {
  if (/^(?:row|column)Gap$/.test(property)) return [`gap${property}`]
  const [, placed] = /^place(Items|Content|Self)$/.exec(property) ?? []
  if (placed) return [`align${placed}`, `justify${placed}`]
  if (/^border\w*Radius$/.test(property)) return [property.replace(/^border(\w*)Radius$/, 'radius$1')]
  const name = logicalSide(property)
  const [isBorder, axis = '', end = '', aspect = ''] = border.exec(name) ?? []
  if (!isBorder) return [name]
  const sides = Object.values(logical).filter((side) => side.startsWith(`${axis}${end}`))
  return sides.flatMap((side) =>
    ['Width', 'Style', 'Color'].flatMap((each) => (each.startsWith(aspect) ? [`border${side}${each}`] : [])),
  )
}
/** One is the other, or a part of it: `padding` and `paddingTop`, `gap` and `rowGap`, `inset` and `top`. */
const meet = (one: string, other: string) =>
  partsOf(one).some((part) => partsOf(other).some((each) => part.startsWith(each) || each.startsWith(part)))
/** Of another element than its own: one within, or a pseudo-element. */
const isOfAnother = (condition: string) => /& \S|::/.test(condition)

/**
 * What a component's own style says under a condition (from a width on, under the pointer) beats a style prop that is
 * given without that condition, because no layer of CSS parts the two (`frontend/src/ui/theme.ts`).
 * @returns the rules of the component that would beat the props.
 */
export const beaten = (own: Styles, props: Styles): Rule[] => {
  const given = rulesOf(props)
  return rulesOf(own).filter(
    ({ condition, property }) =>
      condition !== '' &&
      !isOfAnother(condition) &&
      given.some((each) => each.condition !== condition && meet(each.property, property)) &&
      !given.some((each) => each.condition === condition && meet(each.property, property)),
  )
}

/**
 * `& > *` weighs one class, like the style of whatever it is meant for: whichever of the two comes later wins, and that
 * is what stands within, unless something like it was drawn earlier. It is the same in a component's own style.
 * @returns the selectors that decide nothing.
 */
export const weightless = (styles: Styles): string[] => [
  ...new Set(rulesOf(styles).flatMap(({ condition }) => (/> \*(?:$| @)/.test(condition) ? [condition] : []))),
]

const { css } = system
/** Styles that were looked at. Chakra answers with the same object when it is asked for the same ones again. */
const sound = new WeakSet<Styles>()
/** All components ask the theme for their styles by this function: their own first, then what is given by props. */
const checked: typeof css = (...styles) => {
  const styled = css(...styles)
  if (sound.has(styled)) return styled
  const [own, ...props] = styles
  const found = own && props.length > 0 ? beaten(css(own), css(...props)) : []
  const undecided = weightless(styled)
  if (undecided.length > 0) throw new Error(`A style for what is within may be beaten by it: ${undecided.join('; ')}`)
  if (found.length > 0) {
    const rules = found.map(({ condition, property }) => `${property} ${condition}`)
    throw new Error(`A style prop is beaten by its component: ${rules.join('; ')}`)
  }
  sound.add(styled)
  return styled
}
Object.assign(system, { css: checked })
