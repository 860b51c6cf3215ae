import { system } from '#frontend/ui/theme.ts'

type Styles = Readonly<Record<string, unknown>>
type Rule = { readonly condition: string; readonly property: string }

const isStyles = (value: unknown): value is Styles => typeof value === 'object' && value !== null
const rulesOf = (styles: Styles, above: readonly string[] = []): Rule[] =>
  Object.entries(styles).flatMap(([key, value]) =>
    isStyles(value) ? rulesOf(value, [...above, key]) : [{ condition: above.join(' '), property: key }],
  )
/** One is the other, or a part of it: `padding` and `paddingTop`. */
const meet = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)
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
 * is what stands within, unless something like it was drawn earlier.
 * @returns the selectors of the props that decide nothing.
 */
export const weightless = (props: Styles): string[] => [
  ...new Set(rulesOf(props).flatMap(({ condition }) => (/> \*(?:$| @)/.test(condition) ? [condition] : []))),
]

const { css } = system
/** All components ask the theme for their styles by this function: their own first, then what is given by props. */
const checked: typeof css = (...styles) => {
  const [own, ...props] = styles
  const found = own && props.length > 0 ? beaten(css(own), css(...props)) : []
  const undecided = props.length > 0 ? weightless(css(...props)) : []
  if (undecided.length > 0)
    throw new Error(`A style prop for what is within may be beaten by it: ${undecided.join('; ')}`)
  if (found.length > 0) {
    const rules = found.map(({ condition, property }) => `${property} ${condition}`)
    throw new Error(`A style prop is beaten by its component: ${rules.join('; ')}`)
  }
  return css(...styles)
}
Object.assign(system, { css: checked })
