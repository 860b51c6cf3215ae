import { describe, expect, test } from 'vitest'
import { numbersAmong } from '#functions/media/numbers/number-rules.ts'
import type { Word } from '#functions/media/numbers/read-numbers.ts'

const box = { left: 0.25, top: 0.5, width: 0.125, height: 0.0625 }
const aWord = (text: string, overrides: Partial<Word> = {}): Word => ({ text, confidence: 0.9, box, ...overrides })

describe('the numbers among the words of a picture', () => {
  test('are those with a digit, normalised, the surest first', () => {
    const words = [aWord('c-7', { confidence: 0.6 }), aWord('RUN'), aWord('214', { confidence: 0.99 })]
    expect(numbersAmong(words)).toEqual([
      { text: '214', confidence: 0.99, box },
      { text: 'C7', confidence: 0.6, box },
    ])
  })

  test('stand there once, as they were read best', () => {
    const words = [aWord('214', { confidence: 0.7 }), aWord('#214', { confidence: 0.8 })]
    expect(numbersAmong(words).map(({ confidence }) => confidence)).toEqual([0.8])
  })

  test('leave out what is read with less than half of certainty', () => {
    expect(numbersAmong([aWord('214', { confidence: 0.49 }), aWord('215', { confidence: 0.5 })])).toMatchObject([
      { text: '215' },
    ])
  })

  test('are of at most a hundred words, the surest', () => {
    const words = Array.from({ length: 140 }, (_, index) => aWord(String(index), { confidence: 0.5 + index / 1_000 }))
    const numbers = numbersAmong(words)
    expect(numbers).toHaveLength(100)
    expect([numbers[0]?.text, numbers[99]?.text]).toEqual(['139', '40'])
  })

  test('have boxes inside the picture, and a confidence of at most 1', () => {
    const reaching = aWord('214', { confidence: 1.000001, box: { left: -0.1, top: 0.9, width: 0.3, height: 0.2 } })
    const [number] = numbersAmong([reaching])
    expect(number?.confidence).toBe(1)
    expect(number?.box.left).toBe(0)
    expect(number?.box.width).toBeCloseTo(0.2)
    expect(number?.box.height).toBeCloseTo(0.1)
  })
})
