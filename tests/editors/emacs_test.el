;;; emacs_test.el --- Run by emacs_test.sh inside Emacs  -*- lexical-binding: t -*-

;;; Code:

(require 'ert)
(require 'eglot)
(require 'flymake)
(require 'json)
(require 'seq)
(require 'aegis-mode)

(setq aegis-server-command (list (getenv "AEGIS") "lsp")
      eglot-sync-connect 10
      eglot-autoshutdown nil
      make-backup-files nil)

(defmacro aegis-test-with (name text &rest body)
  "Visit the new file NAME with TEXT, and do BODY there."
  (declare (indent 2))
  `(progn
     (let ((coding-system-for-write 'utf-8-unix))
       (write-region ,text nil ,name nil 'silent))
     (let ((coding-system-for-read 'utf-8-unix))
       (find-file ,name))
     (unwind-protect (progn ,@body)
       (set-buffer-modified-p nil)
       (kill-buffer))))

(defun aegis-test-wait (condition)
  "Wait until CONDITION, a function, holds."
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (should (funcall condition))))

(defun aegis-test-type (&rest keys)
  "Type KEYS, strings and symbols as `kbd' has them, as a user would."
  (set-window-buffer (selected-window) (current-buffer))
  (execute-kbd-macro (kbd (string-join keys " "))))

(ert-deftest aegis-mode-is-chosen ()
  (aegis-test-with "mode.aeg" "if true:\n  x = 1\n"
    (should (eq major-mode 'aegis-mode))
    (should (equal comment-start "# "))
    (should-not indent-tabs-mode)
    (should (= (aegis-unit) 2))))

(ert-deftest aegis-colours ()
  (aegis-test-with "colours.aeg" "# note\nif not true:\n    x = \"a\" + 12.5\n    print(input())\n"
    (font-lock-ensure)
    (dolist (place '(("note" font-lock-comment-face) ("if" font-lock-keyword-face)
                     ("not " font-lock-keyword-face) ("true" font-lock-constant-face)
                     ("x" font-lock-variable-name-face) ("\"a" font-lock-string-face)
                     ("12.5" font-lock-constant-face) ("print" font-lock-builtin-face)
                     ("input" font-lock-builtin-face)))
      (goto-char (point-min))
      (let ((case-fold-search nil))
        (when (member (car place) '("not ")) (forward-line 1))
        (search-forward (car place)))
      (should (equal (cons (car place)
                           (list (get-text-property (match-beginning 0) 'face)))
                     place)))))

(ert-deftest aegis-indentation-is-typed ()
  (aegis-test-with "typed.aeg" ""
    (electric-indent-mode 1)
    (aegis-test-type "if SPC true: RET x SPC = SPC 1 RET if SPC x SPC == SPC 1: RET print(x) RET"
                     "else: RET print(2)")
    (should (equal (buffer-string)
                   (concat "if true:\n    x = 1\n    if x == 1:\n        print(x)\n"
                           "    else:\n        print(2)")))
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string)
                   (concat "if true:\n    x = 1\n    if x == 1:\n        print(x)\n"
                           "    else:\n        print(2)")))))

(ert-deftest aegis-outline ()
  (aegis-test-with "outline.aeg" "first = 1\nif first == 1:\n    second = 2\nprint(first)\n"
    (should (equal (mapcar #'car (imenu--make-index-alist t))
                   '("*Rescan*" "first" "second")))))

(defun aegis-test-checked (name)
  "What `aegis check' finds in NAME: a list of (LINE COLUMN CODE), columns from 0."
  (with-temp-buffer
    (call-process (getenv "AEGIS") nil '(t nil) nil "check" "--format" "json" name)
    (goto-char (point-min))
    (let ((json-object-type 'plist) (json-array-type 'list))
      (mapcar (lambda (problem)
                (list (plist-get problem :line) (1- (plist-get problem :column))
                      (plist-get problem :code)))
              (json-read)))))

(defun aegis-test-shown ()
  "The problems that Flymake shows, in the same form but for the code, which is in the text."
  (sort (mapcar (lambda (problem)
                  (save-excursion
                    (goto-char (flymake-diagnostic-beg problem))
                    (list (line-number-at-pos) (- (point) (line-beginning-position))
                          (and (string-match "aegis explain \\(AEG[0-9]+\\)"
                                             (flymake-diagnostic-text problem))
                               (match-string 1 (flymake-diagnostic-text problem))))))
                (flymake-diagnostics))
        (lambda (a b) (< (car a) (car b)))))

(defun aegis-test-serve ()
  "Start the server for this buffer and wait for it."
  (apply #'eglot--connect (eglot--guess-contact))
  (aegis-test-wait #'eglot-current-server)
  (eglot--maybe-activate-editing-mode)
  (aegis-test-wait #'eglot-managed-p)
  (flymake-mode 1)
  (flymake-start))

(ert-deftest aegis-problems-are-those-of-check ()
  (dolist (case '(("names.aeg" . "print(\"😀é\" + missing)\ny = missing\n")
                  ("types.aeg" . "if input() == \"y\":\n    a = 1\nprint(a)\nprint(\"x\" - 1)\n")))
    (aegis-test-with (car case) (cdr case)
      (aegis-test-serve)
      (aegis-test-wait (lambda () (= (length (flymake-diagnostics))
                                     (length (aegis-test-checked (car case))))))
      (should (equal (aegis-test-shown) (aegis-test-checked (car case)))))))

(ert-deftest aegis-server-answers ()
  (aegis-test-with "ask.aeg" "count = 1\nif input() == \"s\":\n    count = \"s\"\nprint( count )\n"
    (aegis-test-serve)
    (goto-char (point-min))
    (search-forward "print( ")
    (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                  (eglot--TextDocumentPositionParams))))
      (should (string-match-p "count: int or string"
                              (plist-get (plist-get hover :contents) :value))))
    (should (= 2 (length (xref-backend-definitions
                          'eglot (xref-backend-identifier-at-point 'eglot)))))
    (eglot-rename "total")
    (should (equal (buffer-string)
                   "total = 1\nif input() == \"s\":\n    total = \"s\"\nprint( total )\n"))
    (eglot-format-buffer)
    (should (equal (buffer-string)
                   "total = 1\nif input() == \"s\":\n    total = \"s\"\nprint(total)\n"))))

(ert-deftest aegis-runs-with-questions ()
  (aegis-test-with "run.aeg" "print(\"hello, \" + input())\nprint(input())\n"
    (aegis-test-serve)
    (goto-char (point-max))
    (insert "print(1)\n")
    (let ((answers '("you" "😀")) (asked nil) (result nil))
      (cl-letf (((symbol-function 'read-string)
                 (lambda (prompt &rest _) (push prompt asked) (pop answers))))
        (setq result (aegis-run)))
      (should (equal (plist-get result :output) "hello, you\n😀\n1\n"))
      (should (equal asked '("input 2: " "input 1: ")))
      (should (equal (with-current-buffer "*aegis output*" (buffer-string))
                     "hello, you\n😀\n1\n")))))

;;; emacs_test.el ends here
