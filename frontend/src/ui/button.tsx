import { chakra } from '@chakra-ui/react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Hidden } from './layout.tsx'
import { Link } from './link.tsx'
import { Spinner } from './spinner.tsx'

/** The looks of buttons, for lists of so many that each is a plain element. */
export const buttonLook = {
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'medium',
    lineHeight: 'snug',
    textAlign: 'center',
    cursor: 'pointer',
    transition: 'colors',
    '& svg': { width: '1.15em', height: '1.15em', flexShrink: 0 },
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      /** The main action: at most one in view. */
      accent: { background: 'accent', color: 'accent.ink', _hover: { background: 'accent.hover' } },
      outline: { background: 'surface', color: 'ink', borderColor: 'line.strong', _hover: { background: 'sunken' } },
      quiet: { background: 'transparent', color: 'ink', _hover: { background: 'sunken' } },
      /** The selected one of several options, on a light page (`chosen`) or a dark viewer (`chosenOnStage`). */
      chosen: { background: 'ink', color: 'paper', borderColor: 'ink' },
      chosenOnStage: { background: 'stage.ink', color: 'stage', borderColor: 'stage.ink' },
      danger: { background: 'danger', color: 'danger.ink', _hover: { opacity: 0.9 } },
      stage: {
        background: 'transparent',
        color: 'stage.ink',
        borderColor: 'stage.line',
        _hover: { borderColor: 'stage.ink' },
      },
    },
    size: {
      sm: { minHeight: '9', paddingInline: '3', fontSize: 'sm' },
      /** For a button in a frame of a field's height, less the frame's two borders. */
      segment: { minHeight: 'calc(2.75rem - 2px)', borderWidth: '0' },
      md: { minHeight: '11', paddingInline: '5', fontSize: 'md' },
      lg: { minHeight: '14', paddingInline: '7', fontSize: 'lg' },
    },
    shape: { icon: { paddingInline: '0', aspectRatio: '1' }, wide: { width: 'full' } },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
} as const

const PlainButton = chakra('button', buttonLook, { defaultProps: { type: 'button' } })

type ButtonProps = ComponentProps<typeof PlainButton> & {
  /** Shows a spinner, and ignores presses. */
  busy?: boolean
  /** What the button says while busy ("Saving..."). */
  busyLabel?: ReactNode
  /** There is no step to take from here: it looks disabled, and ignores presses. */
  ended?: boolean
}

/**
 * Attributes of a button that ignores presses until an answer arrives, or at the end of a way. It is not `disabled`,
 * because a disabled button loses the keyboard focus and does not get it back. `data-disabled` gives it the look of a
 * disabled one.
 */
const deaf = {
  'aria-disabled': true,
  'data-disabled': '',
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const
const atWork = { ...deaf, 'aria-busy': true } as const

export const Button = ({ busy = false, busyLabel, ended = false, children, ...rest }: ButtonProps) => (
  <PlainButton {...rest} {...(ended && deaf)} {...(busy && atWork)}>
    {busy && <Spinner />}
    {busy && busyLabel ? busyLabel : children}
  </PlainButton>
)

/** A link that looks like a button. */
export const ButtonLink = chakra(Link, buttonLook)
/** The same for addresses outside the site and downloads. */
export const ButtonAnchor = chakra('a', buttonLook)

type IconButtonProps = Omit<ButtonProps, 'busyLabel'> & { label: string }

/** A button that shows only an icon; `label` is its name. */
export const IconButton = ({ label, busy = false, ended = false, children, ...rest }: IconButtonProps) => (
  <PlainButton variant="quiet" shape="icon" title={label} {...rest} {...(ended && deaf)} {...(busy && atWork)}>
    {children}
    <Hidden>{label}</Hidden>
  </PlainButton>
)

const textLook = {
  base: {
    color: 'accent.text',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    _hover: { textDecorationThickness: '2px' },
  },
} as const

/** A link in running text. */
export const TextLink = chakra(Link, textLook)
export const TextAnchor = chakra('a', textLook)
/** Opens something over the page from running text. */
export const TextButton = chakra(
  'button',
  { base: { ...textLook.base, textAlign: 'start', cursor: 'pointer', minHeight: '6' } },
  { defaultProps: { type: 'button' } },
)
