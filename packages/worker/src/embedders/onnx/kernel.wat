;; One linear layer over whole numbers: out[i][j] = bias[j] + rowScale[i] * scale[j] * sum(rows[i][p] * weights[j][p]).
;; Rows are 16-bit, weights 8-bit, the rest 32-bit floats; `width` is a multiple of 16. Compiled by
;; scripts/make-encoder.mjs into encoder-thread.cjs.
(module
  (memory (import "m" "m") 1)
  (func (export "linear")
    (param $rows i32) (param $rowScales i32) (param $weights i32) (param $scales i32) (param $bias i32) (param $out i32)
    (param $count i32) (param $width i32) (param $outputs i32)
    (local $i i32) (local $j i32) (local $p i32) (local $w i32) (local $x i32) (local $stride i32) (local $o i32)
    (local $wv v128) (local $lo v128) (local $hi v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $scale f32) (local $add f32)
    (local.set $stride (i32.shl (local.get $width) (i32.const 1)))
    (local.set $j (i32.const 0))
    (block $outEnd (loop $outLoop
      (br_if $outEnd (i32.ge_u (local.get $j) (local.get $outputs)))
      (local.set $scale (f32.load (i32.add (local.get $scales) (i32.shl (local.get $j) (i32.const 2)))))
      (local.set $add (f32.load (i32.add (local.get $bias) (i32.shl (local.get $j) (i32.const 2)))))
      (local.set $i (i32.const 0))
      (block $rowEnd (loop $rowLoop
        (br_if $rowEnd (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $j) (local.get $width))))
        (local.set $x (i32.add (local.get $rows) (i32.mul (local.get $i) (local.get $stride))))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $p (i32.const 0))
        (loop $sum
          (local.set $wv (v128.load (i32.add (local.get $w) (local.get $p))))
          (local.set $lo (i16x8.extend_low_i8x16_s (local.get $wv)))
          (local.set $hi (i16x8.extend_high_i8x16_s (local.get $wv)))
          (local.set $a (i32x4.add (local.get $a) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lo) (v128.load (local.get $x)))
            (i32x4.dot_i16x8_s (local.get $hi) (v128.load offset=16 (local.get $x))))))
          (local.set $o (i32.add (local.get $x) (local.get $stride)))
          (local.set $b (i32x4.add (local.get $b) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lo) (v128.load (local.get $o)))
            (i32x4.dot_i16x8_s (local.get $hi) (v128.load offset=16 (local.get $o))))))
          (local.set $o (i32.add (local.get $o) (local.get $stride)))
          (local.set $c (i32x4.add (local.get $c) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lo) (v128.load (local.get $o)))
            (i32x4.dot_i16x8_s (local.get $hi) (v128.load offset=16 (local.get $o))))))
          (local.set $o (i32.add (local.get $o) (local.get $stride)))
          (local.set $d (i32x4.add (local.get $d) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $lo) (v128.load (local.get $o)))
            (i32x4.dot_i16x8_s (local.get $hi) (v128.load offset=16 (local.get $o))))))
          (local.set $x (i32.add (local.get $x) (i32.const 32)))
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (br_if $sum (i32.lt_u (local.get $p) (local.get $width))))
        (f32.store
          (i32.add (local.get $out) (i32.shl (i32.add (i32.mul (local.get $i) (local.get $outputs)) (local.get $j)) (i32.const 2)))
          (f32.add (local.get $add) (f32.mul (f32.mul (local.get $scale)
            (f32.load (i32.add (local.get $rowScales) (i32.shl (local.get $i) (i32.const 2)))))
            (f32.convert_i32_s (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
              (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a))))))))
        (f32.store
          (i32.add (local.get $out) (i32.shl (i32.add (i32.mul (i32.add (local.get $i) (i32.const 1)) (local.get $outputs)) (local.get $j)) (i32.const 2)))
          (f32.add (local.get $add) (f32.mul (f32.mul (local.get $scale)
            (f32.load (i32.add (local.get $rowScales) (i32.shl (i32.add (local.get $i) (i32.const 1)) (i32.const 2)))))
            (f32.convert_i32_s (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $b)) (i32x4.extract_lane 1 (local.get $b)))
              (i32.add (i32x4.extract_lane 2 (local.get $b)) (i32x4.extract_lane 3 (local.get $b))))))))
        (f32.store
          (i32.add (local.get $out) (i32.shl (i32.add (i32.mul (i32.add (local.get $i) (i32.const 2)) (local.get $outputs)) (local.get $j)) (i32.const 2)))
          (f32.add (local.get $add) (f32.mul (f32.mul (local.get $scale)
            (f32.load (i32.add (local.get $rowScales) (i32.shl (i32.add (local.get $i) (i32.const 2)) (i32.const 2)))))
            (f32.convert_i32_s (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $c)) (i32x4.extract_lane 1 (local.get $c)))
              (i32.add (i32x4.extract_lane 2 (local.get $c)) (i32x4.extract_lane 3 (local.get $c))))))))
        (f32.store
          (i32.add (local.get $out) (i32.shl (i32.add (i32.mul (i32.add (local.get $i) (i32.const 3)) (local.get $outputs)) (local.get $j)) (i32.const 2)))
          (f32.add (local.get $add) (f32.mul (f32.mul (local.get $scale)
            (f32.load (i32.add (local.get $rowScales) (i32.shl (i32.add (local.get $i) (i32.const 3)) (i32.const 2)))))
            (f32.convert_i32_s (i32.add
              (i32.add (i32x4.extract_lane 0 (local.get $d)) (i32x4.extract_lane 1 (local.get $d)))
              (i32.add (i32x4.extract_lane 2 (local.get $d)) (i32x4.extract_lane 3 (local.get $d))))))))
        (local.set $i (i32.add (local.get $i) (i32.const 4)))
        (br $rowLoop)))
      (local.set $j (i32.add (local.get $j) (i32.const 1)))
      (br $outLoop)))))
