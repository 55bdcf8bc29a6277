#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/dedupe-events/part0.py b/src/dedupe-events/part0.py
--- a/src/dedupe-events/part0.py
+++ b/src/dedupe-events/part0.py
@@ -1,5 +1,20 @@
 context
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/dedupe-events/part1.py b/src/dedupe-events/part1.py
--- a/src/dedupe-events/part1.py
+++ b/src/dedupe-events/part1.py
@@ -1,6 +1,8 @@
 context
-old
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/dedupe-events/part2.py b/src/dedupe-events/part2.py
--- a/src/dedupe-events/part2.py
+++ b/src/dedupe-events/part2.py
@@ -1,1 +1,13 @@
 context
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
