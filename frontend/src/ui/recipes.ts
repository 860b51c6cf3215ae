import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react'

// Only the recipes that pages need at once (those of dialogs, menus and tabs lie with their parts), and none of Chakra's own: importing one brings the anatomy of every component along.

const control = {
  width: 'full',
  // Brought into view, a field comes with its label and its reason, clear of what lies over the page: a toast above, a
  // dialog's buttons below.
  scrollMarginTop: '28',
  scrollMarginBottom: '32',
  minHeight: '11',
  paddingInline: '3',
  background: 'surface',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'line.strong',
  borderRadius: 'control',
  fontSize: 'md',
  _placeholder: { color: 'ink.muted' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.text', outlineOffset: '1px' },
  _invalid: { borderColor: 'danger' },
  _disabled: { opacity: 0.6, cursor: 'not-allowed' },
} as const

export const recipes = {
  input: defineRecipe({ className: 'input', base: control }),
  textarea: defineRecipe({
    className: 'textarea',
    base: {
      ...control,
      paddingBlock: '2.5',
      resize: 'vertical',
      fieldSizing: 'content',
      minHeight: '24',
      maxHeight: '64',
    },
  }),
}

export const slotRecipes = {
  nativeSelect: defineSlotRecipe({
    slots: ['root', 'field', 'indicator'],
    base: {
      root: { position: 'relative', display: 'flex', alignItems: 'center', width: 'full' },
      field: { ...control, appearance: 'none', paddingInlineEnd: '9' },
      indicator: { position: 'absolute', insetInlineEnd: '3', pointerEvents: 'none', color: 'ink.muted' },
    },
  }),
  field: defineSlotRecipe({
    slots: ['root', 'label', 'helperText', 'errorText', 'requiredIndicator'],
    base: {
      root: { display: 'flex', flexDirection: 'column', gap: '1.5', width: 'full', position: 'relative' },
      label: { fontSize: 'sm', fontWeight: 'medium', display: 'flex', gap: '1' },
      helperText: { fontSize: 'xs', color: 'ink.muted' },
      errorText: { fontSize: 'sm', color: 'danger' },
      requiredIndicator: { color: 'danger' },
    },
  }),
}
