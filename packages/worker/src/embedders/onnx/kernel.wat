;; The arithmetic of the encoder. Every float has 32 bits, and every operation is exact or rounds as IEEE 754 says, so
;; that each machine computes the same bytes. Compiled by scripts/make-encoder.mjs into encoder-thread.cjs.
(module
  (memory (import "m" "m") 1)

  ;; e^x of four floats up to 0, with the polynomial of Cephes (expf): x = n * ln 2 + r, e^x = 2^n * e^r.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $r v128)
    (local.set $x (f32x4.pmax (local.get $x) (v128.const f32x4 -87 -87 -87 -87)))
    (local.set $n (f32x4.nearest (f32x4.mul (local.get $x)
      (v128.const f32x4 1.44269504088896341 1.44269504088896341 1.44269504088896341 1.44269504088896341))))
    (local.set $r (f32x4.sub (local.get $x) (f32x4.mul (local.get $n)
      (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375))))
    (local.set $r (f32x4.add (local.get $r) (f32x4.mul (local.get $n)
      (v128.const f32x4 2.12194440e-4 2.12194440e-4 2.12194440e-4 2.12194440e-4))))
    (f32x4.mul
      (i32x4.shl (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127)) (i32.const 23))
      (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.add (local.get $r)
        (f32x4.mul (f32x4.mul (local.get $r) (local.get $r))
          (f32x4.add (v128.const f32x4 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1)
            (f32x4.mul (local.get $r)
              (f32x4.add (v128.const f32x4 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1)
                (f32x4.mul (local.get $r)
                  (f32x4.add (v128.const f32x4 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2)
                    (f32x4.mul (local.get $r)
                      (f32x4.add (v128.const f32x4 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3)
                        (f32x4.mul (local.get $r)
                          (f32x4.add (v128.const f32x4 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3)
                            (f32x4.mul (local.get $r)
                              (v128.const f32x4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4))))))))))))))))

  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  (func $most (param $v v128) (result f32)
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.max (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; Writes `count` rows of floats as 16-bit numbers up to 2,047, each row with its own scale: a sum of 1,536 products
  ;; with bytes stays below 2^31. `columns` is a multiple of 8.
  (func (export "toWhole")
    (param $values i32) (param $whole i32) (param $scales i32) (param $count i32) (param $columns i32)
    (local $row i32) (local $end i32) (local $at i32) (local $most v128) (local $max f32) (local $by v128)
    (loop $rows
      (local.set $end (i32.add (local.get $values) (i32.shl (local.get $columns) (i32.const 2))))
      (local.set $at (local.get $values))
      (local.set $most (v128.const f32x4 0 0 0 0))
      (loop $max
        (local.set $most (f32x4.pmax (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $max (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $max (call $most (local.get $most)))
      (if (f32.eq (local.get $max) (f32.const 0)) (then (local.set $max (f32.const 2047))))
      (f32.store (local.get $scales) (f32.div (local.get $max) (f32.const 2047)))
      (local.set $by (f32x4.splat (f32.div (f32.const 2047) (local.get $max))))
      (local.set $at (local.get $values))
      (loop $round
        (v128.store (local.get $whole) (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (local.get $by) (v128.load (local.get $at)))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (local.get $by) (v128.load offset=16 (local.get $at)))))))
        (local.set $whole (i32.add (local.get $whole) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $round (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $values (local.get $end))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $count)))))

  ;; Attention: for each head and row, the sum of the rows of `v`, weighted by the softmax of the products of q and k.
  ;; `weights` has room for `count` floats, rounded up to four. `size` is the width of a head, a multiple of 4.
  (func (export "attend")
    (param $q i32) (param $k i32) (param $v i32) (param $out i32) (param $weights i32)
    (param $count i32) (param $width i32) (param $size i32)
    (local $column i32) (local $row i32) (local $other i32) (local $from i32) (local $to i32) (local $i i32)
    (local $stride i32) (local $head i32) (local $end i32) (local $at i32)
    (local $sum v128) (local $most f32) (local $by f32) (local $shift v128)
    (local.set $stride (i32.shl (local.get $width) (i32.const 2)))
    (local.set $head (i32.shl (local.get $size) (i32.const 2)))
    (local.set $end (i32.shl (local.get $count) (i32.const 2)))
    (local.set $by (f32.div (f32.const 1) (f32.sqrt (f32.convert_i32_u (local.get $size)))))
    (loop $heads
      (local.set $row (i32.const 0))
      (loop $rows
        (local.set $from (i32.add (local.get $column) (i32.mul (local.get $row) (local.get $stride))))
        (local.set $most (f32.const -inf))
        (local.set $other (i32.const 0))
        (local.set $to (i32.add (local.get $k) (local.get $column)))
        (loop $products
          (local.set $sum (v128.const f32x4 0 0 0 0))
          (local.set $i (i32.const 0))
          (loop $product
            (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul
              (v128.load (i32.add (i32.add (local.get $q) (local.get $from)) (local.get $i)))
              (v128.load (i32.add (local.get $to) (local.get $i))))))
            (local.set $i (i32.add (local.get $i) (i32.const 16)))
            (br_if $product (i32.lt_u (local.get $i) (local.get $head))))
          (f32.store (i32.add (local.get $weights) (local.get $other))
            (f32.mul (local.get $by) (call $sum (local.get $sum))))
          (local.set $most (f32.max (local.get $most) (f32.load (i32.add (local.get $weights) (local.get $other)))))
          (local.set $to (i32.add (local.get $to) (local.get $stride)))
          (local.set $other (i32.add (local.get $other) (i32.const 4)))
          (br_if $products (i32.lt_u (local.get $other) (local.get $end))))
        ;; The places after the last weight count as nothing.
        (v128.store (i32.add (local.get $weights) (local.get $end)) (v128.const f32x4 -inf -inf -inf -inf))
        (local.set $shift (f32x4.splat (local.get $most)))
        (local.set $sum (v128.const f32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $exps
          (v128.store (i32.add (local.get $weights) (local.get $at)) (call $exp
            (f32x4.sub (v128.load (i32.add (local.get $weights) (local.get $at))) (local.get $shift))))
          (local.set $sum (f32x4.add (local.get $sum) (v128.load (i32.add (local.get $weights) (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $exps (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $shift (f32x4.splat (f32.div (f32.const 1) (call $sum (local.get $sum)))))
        (local.set $i (i32.const 0))
        (loop $columns
          (local.set $sum (v128.const f32x4 0 0 0 0))
          (local.set $to (i32.add (i32.add (local.get $v) (local.get $column)) (local.get $i)))
          (local.set $other (i32.const 0))
          (loop $values
            (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul
              (v128.load32_splat (i32.add (local.get $weights) (local.get $other)))
              (v128.load (local.get $to)))))
            (local.set $to (i32.add (local.get $to) (local.get $stride)))
            (local.set $other (i32.add (local.get $other) (i32.const 4)))
            (br_if $values (i32.lt_u (local.get $other) (local.get $end))))
          (v128.store (i32.add (i32.add (local.get $out) (local.get $from)) (local.get $i))
            (f32x4.mul (local.get $sum) (local.get $shift)))
          (local.set $i (i32.add (local.get $i) (i32.const 16)))
          (br_if $columns (i32.lt_u (local.get $i) (local.get $head))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br_if $rows (i32.lt_u (local.get $row) (local.get $count))))
      (local.set $column (i32.add (local.get $column) (local.get $head)))
      (br_if $heads (i32.lt_u (local.get $column) (local.get $stride)))))

  ;; The activation x * Phi(x) of `count` floats in place, a multiple of 4, with the approximation 7.1.26 of the error
  ;; function by Abramowitz and Stegun.
  (func (export "gelu") (param $at i32) (param $count i32)
    (local $end i32) (local $x v128) (local $z v128) (local $t v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $x (v128.load (local.get $at)))
      (local.set $z (f32x4.mul (f32x4.abs (local.get $x))
        (v128.const f32x4 0.70710678118654752 0.70710678118654752 0.70710678118654752 0.70710678118654752)))
      (local.set $t (f32x4.div (v128.const f32x4 1 1 1 1) (f32x4.add (v128.const f32x4 1 1 1 1)
        (f32x4.mul (local.get $z) (v128.const f32x4 0.3275911 0.3275911 0.3275911 0.3275911)))))
      ;; 1 - |erf|
      (local.set $t (f32x4.mul (call $exp (f32x4.neg (f32x4.mul (local.get $z) (local.get $z))))
        (f32x4.mul (local.get $t)
          (f32x4.add (v128.const f32x4 0.254829592 0.254829592 0.254829592 0.254829592) (f32x4.mul (local.get $t)
            (f32x4.add (v128.const f32x4 -0.284496736 -0.284496736 -0.284496736 -0.284496736) (f32x4.mul (local.get $t)
              (f32x4.add (v128.const f32x4 1.421413741 1.421413741 1.421413741 1.421413741) (f32x4.mul (local.get $t)
                (f32x4.add (v128.const f32x4 -1.453152027 -1.453152027 -1.453152027 -1.453152027) (f32x4.mul (local.get $t)
                  (v128.const f32x4 1.061405429 1.061405429 1.061405429 1.061405429))))))))))))
      ;; Phi(x) is t / 2 below 0 and 1 - t / 2 above.
      (local.set $t (f32x4.mul (local.get $t) (v128.const f32x4 0.5 0.5 0.5 0.5)))
      (v128.store (local.get $at) (f32x4.mul (local.get $x) (v128.bitselect
        (local.get $t)
        (f32x4.sub (v128.const f32x4 1 1 1 1) (local.get $t))
        (f32x4.lt (local.get $x) (v128.const f32x4 0 0 0 0)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))

  ;; One linear layer over whole numbers: out[i][j] = bias[j] + rowScale[i] * scale[j] * sum(rows[i][p] * weights[j][p]).
  ;; Rows are 16-bit, weights 8-bit; `width` is a multiple of 16.
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
