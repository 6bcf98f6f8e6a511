;;; emacs_test.el --- Run by emacs_test.sh inside Emacs  -*- lexical-binding: t -*-

;;; Code:

(require 'cl-lib)
(require 'ert)
(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'json)
(require 'seq)
(require 'subr-x)
(require 'aegis-mode)

(defvar aegis-test-binary (getenv "AEGIS"))
(defvar aegis-test-root (getenv "AEGIS_ROOT"))

(setq aegis-server-command (list aegis-test-binary "lsp")
      eglot-sync-connect 10
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil)

;; As in an Emacs with a screen.
(transient-mark-mode 1)

;;;; Tools

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

(defun aegis-test-becomes (value expected)
  "Wait until VALUE, a function, gives EXPECTED."
  (let ((end (+ (float-time) 20)))
    (while (and (not (equal (funcall value) expected)) (< (float-time) end))
      (accept-process-output nil 0.02))
    (should (equal (funcall value) expected))))

(defun aegis-test-type (&rest keys)
  "Type KEYS, strings as `kbd' has them, as a user would."
  (set-window-buffer (selected-window) (current-buffer))
  (execute-kbd-macro (kbd (string-join keys " "))))

(defun aegis-test-text ()
  "The text of the buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun aegis-test-call (&rest arguments)
  "What `aegis' prints on standard output with ARGUMENTS."
  (with-temp-buffer
    (apply #'call-process aegis-test-binary nil '(t nil) nil arguments)
    (buffer-string)))

(defun aegis-test-problems (files)
  "The problems that `aegis check' finds in FILES."
  (let ((json-object-type 'plist) (json-array-type 'list) (json-null nil))
    (json-read-from-string (apply #'aegis-test-call "check" "--format" "json" files))))

(defun aegis-test-accepted-programs ()
  "The annotated scripts and examples that `aegis check' accepts."
  (let* ((all (append (directory-files-recursively
                       (expand-file-name "tests/conformance" aegis-test-root) "\\.aeg\\'")
                      (directory-files (expand-file-name "examples" aegis-test-root)
                                       t "\\.aeg\\'")))
         (refused (mapcar (lambda (problem)
                            (and (equal (plist-get problem :severity) "error")
                                 (plist-get problem :file)))
                          (aegis-test-problems all)))
         (accepted (seq-remove (lambda (file) (member file refused)) all)))
    (should (> (length accepted) 100))
    accepted))

(defmacro aegis-test-with-accepted-programs (file &rest body)
  "Do BODY in a buffer with each accepted program, whose name is FILE."
  (declare (indent 1))
  `(dolist (,file (aegis-test-accepted-programs))
     (with-temp-buffer
       (let ((coding-system-for-read 'utf-8-unix))
         (insert-file-contents ,file))
       (aegis-mode)
       ,@body)))

;;;; Without a server

(ert-deftest aegis-mode-is-chosen ()
  (aegis-test-with "mode.aeg" "if true:\n  x = 1\n"
    (should (eq major-mode 'aegis-mode))
    (should (derived-mode-p 'prog-mode))
    (should (equal comment-start "# "))
    (should-not indent-tabs-mode)
    (should (= tab-width 2))
    (should (= (aegis-unit) 2))
    (should (eq (key-binding (kbd "C-c C-c")) 'aegis-run))
    (comment-region (point-min) (point-max))
    (should (equal (aegis-test-text) "# if true:\n#   x = 1\n"))
    (uncomment-region (point-min) (point-max))
    (should (equal (aegis-test-text) "if true:\n  x = 1\n"))))

(defun aegis-test-face (line column)
  "The face at LINE and COLUMN, both from 1."
  (goto-char (point-min))
  (forward-line (1- line))
  (get-text-property (+ (point) column -1) 'face))

(ert-deftest aegis-colours-at-places ()
  (aegis-test-with "colours.aeg"
      (concat "# note\nif not true:\n    x = \"a\" + 12.5\n    print(input())\n"
              "y1_ = \"open # no comment\nz = 12ab + 1e5 $ 1.5.2\niff = elsewhere\n"
              "w = \"a # b\" ! 1 # \"note\n[X] = 1.\n")
    (font-lock-ensure)
    (pcase-dolist (`(,line ,column ,face)
                   '((1 3 font-lock-comment-face) (2 1 font-lock-keyword-face)
                     (2 4 font-lock-keyword-face) (2 8 font-lock-constant-face)
                     (3 5 font-lock-variable-name-face) (3 10 font-lock-string-face)
                     (3 15 font-lock-constant-face) (4 5 font-lock-builtin-face)
                     (4 11 font-lock-builtin-face)
                     ;; A string without an end ends with its line.
                     (5 1 font-lock-variable-name-face) (5 8 font-lock-string-face)
                     (5 14 font-lock-string-face) (6 1 font-lock-variable-name-face)
                     (6 5 font-lock-warning-face) (6 12 font-lock-constant-face)
                     (6 16 font-lock-warning-face) (6 18 font-lock-warning-face)
                     (7 1 font-lock-variable-name-face) (7 7 nil)
                     (8 8 font-lock-string-face) (8 13 font-lock-warning-face)
                     (8 15 font-lock-constant-face) (8 20 font-lock-comment-face)
                     (9 1 font-lock-warning-face) (9 2 font-lock-warning-face)
                     (9 3 font-lock-warning-face) (9 7 font-lock-warning-face)))
      (should (equal (list line column (aegis-test-face line column))
                     (list line column face))))))

(ert-deftest aegis-colours-are-what-the-lexer-says ()
  (aegis-test-with-accepted-programs file
    (font-lock-ensure)
    (dolist (token (split-string (aegis-test-call "tokens" file) "\n" t))
      (when (string-match "\\`\\([0-9]+\\):\\([0-9]+\\) +\\([A-Z_]+\\)" token)
        (let* ((kind (match-string 3 token))
               (face (aegis-test-face (string-to-number (match-string 1 token))
                                      (string-to-number (match-string 2 token)))))
          (unless (member kind '("NEWLINE" "INDENT" "DEDENT" "EOF"))
            (should (equal (list file token face)
                           (list file token
                                 (pcase kind
                                   ("STRING" 'font-lock-string-face)
                                   ((or "IF" "ELSE" "AND" "OR" "NOT") 'font-lock-keyword-face)
                                   ((or "INT" "FLOAT" "TRUE" "FALSE") 'font-lock-constant-face)
                                   ((or "PRINT" "INPUT") 'font-lock-builtin-face)
                                   ;; A name is written or read.
                                   ("NAME" (and face 'font-lock-variable-name-face))))))))))))

(ert-deftest aegis-indentation-is-typed ()
  (electric-indent-mode 1)
  (pcase-dolist
      (`(,before ,keys ,after)
       `(;; Deeper behind a colon, `else' to its `if'.
         (""
          ,(concat "if SPC true: SPC # SPC a RET x SPC = SPC 1 RET if SPC x SPC == SPC 1: RET "
                   "print(x) RET else: RET print(2)")
          "if true: # a\n    x = 1\n    if x == 1:\n        print(x)\n    else:\n        print(2)")
         ;; TAB goes through the levels; RET leaves the line where it is.
         ("if true:\n    if true:\n        x = 1\n"
          "M-> TAB TAB y SPC = SPC 2 RET z SPC = SPC 3 TAB"
          "if true:\n    if true:\n        x = 1\n    y = 2\n    z = 3")
         ("if true:\n    x = 1\n" "M-> TAB TAB TAB y SPC = SPC 2"
          "if true:\n    x = 1\n    y = 2")
         ;; `else' of the outer `if': the inner one is over.
         ("if true:\n    if true:\n        x = 1\n    y = 2\n" "M-> TAB else: RET z SPC = SPC 1"
          "if true:\n    if true:\n        x = 1\n    y = 2\nelse:\n    z = 1")
         ;; TAB moves an `else' from one `if' to the next.
         ("if true:\n    if true:\n        x = 1\n" "M-> else: TAB TAB RET z SPC = SPC 1"
          "if true:\n    if true:\n        x = 1\nelse:\n    z = 1")
         ;; Colons in strings and comments open nothing, also in a string without its end.
         ("x = \"a:\"\nx = 1 # b:\nx = \"c:\n" "M-> y SPC = SPC 1 TAB"
          "x = \"a:\"\nx = 1 # b:\nx = \"c:\ny = 1")
         ;; The file's own unit, and a name that starts like a keyword.
         ("if true:\n  x = 1\n" "M-> TAB if SPC true: RET elsewhere SPC = SPC 1"
          "if true:\n  x = 1\n  if true:\n    elsewhere = 1")))
    (aegis-test-with "typed.aeg" before
      (aegis-test-type keys)
      (should (equal (aegis-test-text) after)))))

(defun aegis-test-code-lines ()
  "The lines of the buffer that have code."
  (seq-filter (lambda (line) (string-match-p "\\` *[^ #\r]" line))
              (split-string (aegis-test-text) "\n")))

(ert-deftest aegis-indenting-again-keeps-programs-and-mends-levels ()
  (aegis-test-with-accepted-programs file
    (let ((before (aegis-test-code-lines)))
      (indent-region (point-min) (point-max))
      (should (equal (cons file (aegis-test-code-lines)) (cons file before)))))
  (aegis-test-with "mended.aeg" "if true:\nx = 1\n     y = 2\n   z = 3\nelse:\n\tx = 2"
    (aegis-test-type "C-x h TAB")
    (should (equal (aegis-test-text)
                   "if true:\n    x = 1\n    y = 2\n    z = 3\nelse:\n    x = 2"))))

(ert-deftest aegis-outline ()
  (with-temp-buffer
    (insert "first = 1\nif first == 1:\n    second = 2\nprint(first)\n")
    (aegis-mode)
    (should (equal (mapcar #'car (imenu--make-index-alist t))
                   '("*Rescan*" "first" "second")))))

(ert-deftest aegis-missing-server-is-told ()
  (eglot-shutdown-all)
  (aegis-test-with "missing.aeg" "x = 1\n"
    (let ((aegis-server-command '("no-such-aegis" "lsp"))
          (text-quoting-style 'grave))
      (should (equal (should-error (call-interactively #'eglot) :type 'user-error)
                     '(user-error
                       "There is no command `no-such-aegis' here; see `aegis-server-command'"))))
    (let ((text-quoting-style 'grave))
      (should (equal (should-error (aegis-run) :type 'user-error)
                     '(user-error
                       "No language server serves this buffer; `M-x eglot' starts it"))))))

;;;; Problems

(defun aegis-test-serve ()
  "Start the server for this buffer, unless it serves already."
  (unless (eglot-current-server)
    (apply #'eglot--connect (eglot--guess-contact)))
  (unless (eglot-managed-p)
    (eglot--maybe-activate-editing-mode))
  (should (eglot-managed-p))
  (flymake-start))

(defun aegis-test-position (line column)
  "The position at LINE and COLUMN, both from 1, or the last one."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- line))
    (min (point-max) (+ (point) column -1))))

(defun aegis-test-checked (file)
  "What `aegis check' finds in FILE: (BEGIN END TYPE TEXT) each, by position.
An empty range is widened, as Eglot does it."
  (sort
   (mapcar
    (lambda (problem)
      (let ((begin (aegis-test-position (plist-get problem :line) (plist-get problem :column)))
            (end (aegis-test-position (plist-get problem :end_line)
                                      (plist-get problem :end_column))))
        (when (= begin end)
          (pcase-setq `(,begin . ,end)
                      (flymake-diag-region (current-buffer) (plist-get problem :line)
                                           (1- (plist-get problem :column)))))
        (list begin end
              (if (equal (plist-get problem :severity) "error") 'eglot-error 'eglot-warning)
              (concat "aegis " (plist-get problem :category) " [" (plist-get problem :code) "]: "
                      (plist-get problem :message)
                      (and (plist-get problem :hint) (concat "\nhint: " (plist-get problem :hint)))
                      "\nmore: aegis explain " (plist-get problem :code)))))
    (aegis-test-problems (list file)))
   (lambda (a b) (< (car a) (car b)))))

(defun aegis-test-shown ()
  "What Flymake shows of the buffer, in the same form."
  (sort (mapcar (lambda (problem)
                  (list (flymake-diagnostic-beg problem) (flymake-diagnostic-end problem)
                        (flymake-diagnostic-type problem) (flymake-diagnostic-text problem)))
                (flymake-diagnostics))
        (lambda (a b) (< (car a) (car b)))))

(ert-deftest aegis-problems-are-those-of-check ()
  (pcase-dolist
      (`(,file . ,text)
       '(("names.aeg" . "print(\"😀é\" + missing)\ny = missing\n")
         ("types.aeg" . "if input() == \"y\":\n    a = 1\nprint(\"👩‍👩‍👧 \" + a)\nprint(\"x\" - 1)\n")
         ("syntax.aeg" . "if true:\n\tx = 1\nprint(\"😀\" 1)\nx = 1 +\n")
         ("marks.aeg" . "x = \"𐐷\" $ 1\n# 𐐷\n  y = 1\n")
         ("warning.aeg" . "print(1 == 1.0)\n")
         ("right.aeg" . "print(1)\n")))
    (aegis-test-with file text
      (aegis-test-serve)
      (aegis-test-becomes #'aegis-test-shown (aegis-test-checked file)))))

(ert-deftest aegis-fast-typing-ends-with-the-right-problems ()
  (aegis-test-with "fast.aeg" ""
    (aegis-test-serve)
    (dotimes (_ 30)
      (aegis-test-type "x SPC = SPC (1 SPC + SPC RET C-p C-e 2) C-n print(y SPC + SPC \"😀 RET"))
    (aegis-test-type "M-< print(x) RET M-> if SPC missing:")
    (save-buffer)
    (flymake-start)
    (aegis-test-becomes #'aegis-test-shown (aegis-test-checked "fast.aeg"))
    (should (= (length (aegis-test-shown)) 31))
    (aegis-test-type "C-x h C-w x SPC = SPC 1 RET print(x) RET")
    (should (equal (aegis-test-text) "x = 1\nprint(x)\n"))
    (flymake-start)
    (aegis-test-becomes #'aegis-test-shown nil)))

(defun aegis-test-texts (problems)
  "What is said in PROBLEMS, sorted: Eglot moves problems at the very end of a file."
  (sort (mapcar (lambda (problem) (nth 3 problem)) problems) #'string<))

(ert-deftest aegis-server-outlives-broken-documents ()
  (let ((server nil) (number 0))
    (dolist (text (list "" "\n\n" "\"" ":" "else:" "if" (apply #'concat (make-list 50 "if true:\n"))
                        "\t\t\n \t\n" "x = \"\\u12\n" (apply #'concat (make-list 400 "é😀"))
                        (concat "x = " (make-string 3000 ?9) "\n")
                        (apply #'concat (make-list 20000 "# x\n"))))
      (setq number (1+ number))
      (let ((file (format "broken%d.aeg" number)))
        (aegis-test-with file text
          (aegis-test-serve)
          (setq server (or server (eglot-current-server)))
          (should (eq server (eglot-current-server)))
          (aegis-test-becomes (lambda () (aegis-test-texts (aegis-test-shown)))
                              (aegis-test-texts (aegis-test-checked file))))))))

(ert-deftest aegis-killed-server-can-be-restarted ()
  (aegis-test-with "killed.aeg" "print(x)\n"
    (aegis-test-serve)
    (aegis-test-becomes #'aegis-test-shown (aegis-test-checked "killed.aeg"))
    (let ((server (eglot-current-server)) (eglot-autoreconnect nil))
      (signal-process (jsonrpc--process server) 'KILL)
      (aegis-test-becomes #'eglot-current-server nil)
      (aegis-test-serve)
      (should-not (eq server (eglot-current-server)))
      (aegis-test-becomes #'aegis-test-shown (aegis-test-checked "killed.aeg")))))

;;;; Questions and changes

(defconst aegis-test-count "count = 1\nif input() == \"s\":\n    count = \"s\"\nprint( count )\n")

(ert-deftest aegis-hover ()
  (aegis-test-with "ask.aeg" aegis-test-count
    (aegis-test-serve)
    (search-forward "print( ")
    (let ((shown nil))
      (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
      (aegis-test-becomes (lambda () (and shown (substring-no-properties shown)))
                          (concat "count: int or string\nAssigned at line 1: count = 1\n\n"
                                  "Assigned at line 3: count = \"s\"")))))

(defun aegis-test-places (items)
  "The lines, columns and summaries of xref ITEMS."
  (mapcar (lambda (item)
            (let ((location (xref-item-location item)))
              (list (xref-location-line location)
                    (substring-no-properties (xref-item-summary item)))))
          items))

(ert-deftest aegis-definitions-and-references ()
  (aegis-test-with "ask.aeg" aegis-test-count
    (aegis-test-serve)
    (search-forward "print( ")
    (should (equal (aegis-test-places
                    (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
                   '((1 "count = 1") (3 "    count = \"s\""))))
    (should (equal (aegis-test-places
                    (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))
                   '((1 "count = 1") (3 "    count = \"s\"") (4 "print( count )")))))
  (aegis-test-with "one.aeg" "first = 1\nsecond = first\nprint(second + first)\n"
    (aegis-test-serve)
    (goto-char (aegis-test-position 3 16))
    (aegis-test-type "M-.")
    (should (= (point) 1))))

(ert-deftest aegis-rename-and-format ()
  (aegis-test-with "ask.aeg" aegis-test-count
    (aegis-test-serve)
    (search-forward "print( ")
    (eglot-rename "total")
    (should (equal (aegis-test-text)
                   "total = 1\nif input() == \"s\":\n    total = \"s\"\nprint( total )\n"))
    (should-error (eglot-rename "if"))
    (eglot-format-buffer)
    (should (equal (aegis-test-text)
                   "total = 1\nif input() == \"s\":\n    total = \"s\"\nprint(total)\n")))
  (aegis-test-with "part.aeg" "x=\"😀\"\ny=2\nz=3\n"
    (aegis-test-serve)
    (eglot-format (aegis-test-position 2 1) (aegis-test-position 2 4))
    (should (equal (aegis-test-text) "x=\"😀\"\ny = 2\nz=3\n"))))

(ert-deftest aegis-completion ()
  (aegis-test-with "menu.aeg"
      "count = 1\nname = \"n\"\nif name == \"n\":\n    maybe = \"m\"\nprint(\"x\" + )\n"
    (aegis-test-serve)
    (goto-char (aegis-test-position 5 13))
    (pcase-let ((`(,begin ,end ,table . ,_) (eglot-completion-at-point)))
      (should (equal (list begin end) (list (point) (point))))
      (should (equal (sort (mapcar #'substring-no-properties (all-completions "" table))
                           #'string<)
                     '("\"\"" "input()" "name"))))
    (aegis-test-type "na C-M-i")
    (should (equal (buffer-substring-no-properties (line-beginning-position) (line-end-position))
                   "print(\"x\" + name)"))
    (flymake-start)
    (aegis-test-becomes #'aegis-test-shown nil)))

(ert-deftest aegis-quick-fixes ()
  (pcase-dolist
      (`(,text ,line ,column ,fixed)
       '(("x = 1\nif x = 1:\n    print(x)\n" 2 6 "x = 1\nif x == 1:\n    print(x)\n")
         ("x = 1\nif x == 1\n    print(x)\n" 2 10 "x = 1\nif x == 1:\n    print(x)\n")
         ("total = 1\nprint(\"😀\" + totel)\nprint(totel)\n" 3 7
          "total = 1\nprint(\"😀\" + totel)\nprint(total)\n")))
    (aegis-test-with "fix.aeg" text
      (aegis-test-serve)
      (aegis-test-becomes #'aegis-test-shown (aegis-test-checked "fix.aeg"))
      (goto-char (aegis-test-position line column))
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_ choices &rest _) (car (all-completions "" choices)))))
        ;; Eglot 1.9 lists the fixes in `eglot-code-action-quickfix' and does none.
        (eglot-code-actions (point) nil "quickfix" t))
      (should (equal (aegis-test-text) fixed)))))

(ert-deftest aegis-outline-of-the-server ()
  (aegis-test-with "outline.aeg" "first = 1\nif first == 1:\n    second = \"😀\"\nprint(first)\n"
    (aegis-test-serve)
    (let ((names nil))
      (cl-labels ((walk (entries)
                    (dolist (entry entries)
                      (push (substring-no-properties (car entry)) names)
                      (when (consp (cdr entry))
                        (walk (cdr entry))))))
        (walk (funcall imenu-create-index-function)))
      (dolist (name '("first" "if first == 1" "second"))
        (should (member name names))))))

;;;; Running

(defun aegis-test-output ()
  "What the window of a run shows."
  (with-current-buffer "*aegis output*"
    (aegis-test-text)))

(ert-deftest aegis-runs-with-questions ()
  (aegis-test-with "run.aeg" "print(\"hello, \" + input())\nprint(input())\n"
    (aegis-test-serve)
    ;; The buffer counts, not the file.
    (aegis-test-type "M-> print(6 SPC * SPC 7) RET C-c C-c y o u RET 😀 RET")
    (should (equal (aegis-test-output) "hello, you\n😀\n42\n"))
    (with-current-buffer "*aegis output*"
      (should (derived-mode-p 'special-mode))
      (should buffer-read-only))
    ;; Given up at the second question.
    (condition-case nil
        (aegis-test-type "C-c C-c y o u RET C-g")
      (quit nil))
    (should (equal (aegis-test-output) "hello, you\n(the program waits for input)\n"))))

(ert-deftest aegis-runs-that-fail ()
  (aegis-test-with "fails.aeg" "print(1)\nprint(1 / 0)\n"
    (aegis-test-serve)
    (aegis-run)
    (should (equal (aegis-test-output) "2:9: value_error: division by zero\n")))
  (aegis-test-with "wrong.aeg" "print(x)\n"
    (aegis-test-serve)
    (aegis-run)
    (should (equal (aegis-test-output) "1:7: name_error: `x` is never assigned\n"))))

;;; emacs_test.el ends here
